import AVFAudio
import AudioToolbox
import SordinoSimulator
import Testing

/// Audio Session Services: the session in C, as programs of iOS 2 to 6 use it (rules.md §6.7).
@Suite struct LegacySessionTests {
    // MARK: A program in C

    /// The notifications of a program's listeners, in order.
    final class Heard: @unchecked Sendable {
        var lines: [String] = []
        var threads: [Thread] = []

        var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

        func add(_ line: String) {
            lines.append(line)
            threads.append(Thread.current)
        }

        /// The notifications since the last call.
        func take() -> [String] {
            defer { lines = [] }
            return lines
        }

        static func of(_ context: UnsafeMutableRawPointer?) -> Heard? {
            context.map { Unmanaged<Heard>.fromOpaque($0).takeUnretainedValue() }
        }
    }

    @available(*, deprecated)
    static let interrupted: AudioSessionInterruptionListener = { context, state in
        var type: UInt32 = 0
        var size: UInt32 = 4
        let status = AudioSessionGetProperty(
            AudioSessionPropertyID(kAudioSessionProperty_InterruptionType), &size, &type)
        let word = LegacySessionTests.fourCharacters(status == noErr ? type : UInt32(bitPattern: status))
        Heard.of(context)?.add("\(state) \(word)")
    }

    @available(*, deprecated)
    static let changed: AudioSessionPropertyListener = { context, id, size, data in
        guard let data else { return }
        let value: String
        switch Int(id) {
        case kAudioSessionProperty_CurrentHardwareOutputVolume: value = "\(data.load(as: Float32.self))"
        case kAudioSessionProperty_AudioRouteChange:
            let change = Unmanaged<NSDictionary>.fromOpaque(data).takeUnretainedValue()
            let reason = change.object(forKey: kAudioSession_AudioRouteChangeKey_Reason) as? NSNumber
            let old = change.object(forKey: kAudioSession_AudioRouteChangeKey_OldRoute) as? String
            let now = change.object(forKey: kAudioSession_AudioRouteChangeKey_CurrentRouteDescription)
            let before = change.object(forKey: kAudioSession_AudioRouteChangeKey_PreviousRouteDescription)
            let routes = [before, now].map { LegacySessionTests.portTypes($0) }
            value = "\(reason?.intValue ?? -1) \(old ?? "?") \(routes.joined(separator: " "))"
        default: value = "\(data.load(as: UInt32.self))"
        }
        Heard.of(context)?.add("\(LegacySessionTests.fourCharacters(id)) \(size) \(value)")
    }

    @available(*, deprecated)
    static func portTypes(_ description: Any?) -> String {
        guard let description = description as? NSDictionary else { return "?" }
        let keys = [kAudioSession_AudioRouteKey_Inputs, kAudioSession_AudioRouteKey_Outputs]
        return keys.map { key in
            let ports = description.object(forKey: key) as? [NSDictionary] ?? []
            return ports.compactMap { $0.object(forKey: kAudioSession_AudioRouteKey_Type) as? String }
                .joined(separator: "+")
        }.joined(separator: "/")
    }

    static func fourCharacters(_ code: UInt32) -> String {
        String(decoding: withUnsafeBytes(of: code.bigEndian) { Array($0) }, as: UTF8.self)
    }

    /// Gets a number; nil if that is refused.
    @available(*, deprecated)
    func number<Number: BitwiseCopyable & ExpressibleByIntegerLiteral>(
        _ id: Int, _ type: Number.Type = Number.self
    ) -> Number? {
        var value: Number = 0
        var size = UInt32(MemoryLayout<Number>.size)
        guard AudioSessionGetProperty(AudioSessionPropertyID(id), &size, &value) == noErr else { return nil }
        #expect(size == UInt32(MemoryLayout<Number>.size))
        return value
    }

    /// Gets an object, which is the caller's to release.
    @available(*, deprecated)
    func object<Object: AnyObject>(_ id: Int, _ type: Object.Type = Object.self) -> Object? {
        var pointer: UnsafeRawPointer?
        var size = UInt32(MemoryLayout<UnsafeRawPointer>.size)
        guard AudioSessionGetProperty(AudioSessionPropertyID(id), &size, &pointer) == noErr, let pointer else {
            return nil
        }
        return Unmanaged<AnyObject>.fromOpaque(pointer).takeRetainedValue() as? Object
    }

    @available(*, deprecated)
    func set<Number: BitwiseCopyable>(_ id: Int, _ value: Number) -> OSStatus {
        withUnsafeBytes(of: value) {
            AudioSessionSetProperty(AudioSessionPropertyID(id), UInt32($0.count), $0.baseAddress)
        }
    }

    /// A program in the foreground that has begun with its session in C.
    @available(*, deprecated)
    func client(_ scene: Scenario, _ heard: Heard, _ name: String = "Old") -> SimulatedApp {
        let app = scene.device.app(name, backgroundModes: .audio)
        app.perform { #expect(AudioSessionInitialize(nil, nil, Self.interrupted, heard.context) == noErr) }
        return app
    }

    // MARK: Beginning

    @available(*, deprecated)
    @Test func nothingIsAnsweredBeforeTheSessionIsInitialized() {
        let scene = Scenario()
        let heard = Heard()
        let missing = OSStatus(0x2169_6E69)  // '!ini'
        scene.device.app("Old").perform {
            var (size, value): (UInt32, UInt32) = (4, 0)
            #expect(AudioSessionSetActive(true) == missing)
            #expect(AudioSessionSetActiveWithFlags(false, 1) == missing)
            #expect(AudioSessionGetProperty(0x6163_6174, &size, &value) == missing)
            #expect(AudioSessionSetProperty(0x6163_6174, 4, &value) == missing)
            #expect(AudioSessionGetPropertySize(0x6163_6174, &size) == missing)
            #expect(AudioSessionAddPropertyListener(0x726F_6368, Self.changed, heard.context) == missing)
            #expect(AudioSessionRemovePropertyListener(0x726F_6368) == missing)
            #expect(
                AudioSessionRemovePropertyListenerWithUserData(0x726F_6368, Self.changed, heard.context) == missing)
            #expect(AudioSessionInitialize(nil, nil, nil, nil) == noErr)
            #expect(AudioSessionInitialize(nil, nil, nil, nil) == 0x696E_6974)  // 'init'
            #expect(AudioSessionSetActive(true) == noErr)
        }
        // Each program begins for itself; its AVAudioSession is a beginning as well.
        scene.device.app("Other").perform {
            #expect(AudioSessionSetActive(true) == missing)
            _ = AVAudioSession.sharedInstance()
            #expect(AudioSessionSetActive(true) == noErr)
            #expect(AudioSessionInitialize(nil, nil, nil, nil) == noErr)
        }
    }

    // MARK: Properties

    /// Size, and whether the property is got, set and listened to; rules.md §6.7 and the types of Apple's header.
    struct Row {
        let id: UInt32
        let size: UInt32
        let isGot: Bool
        let isSet: Bool
        let isHeard: Bool

        init(_ id: UInt32, _ size: UInt32, _ uses: String) {
            (self.id, self.size) = (id, size)
            (isGot, isSet, isHeard) = (uses.contains("g"), uses.contains("s"), uses.contains("l"))
        }
    }

    static let rows = [
        Row(0x6877_7372, 8, "gs"), Row(0x696F_6264, 4, "gs"), Row(0x6163_6174, 4, "gs"), Row(0x6D6F_6465, 4, "gs"),
        Row(0x726F_6368, 8, "l"), Row(0x6372_6172, 8, "g"), Row(0x726F_7574, 8, "g"), Row(0x6368_7372, 8, "g"),
        Row(0x6368_6963, 4, "gl"), Row(0x6368_6F63, 4, "gl"), Row(0x6368_6F76, 4, "gl"), Row(0x6369_6C74, 4, "g"),
        Row(0x636F_6C74, 4, "g"), Row(0x6368_6264, 4, "g"), Row(0x6F74_6872, 4, "g"), Row(0x6F76_7264, 4, "s"),
        Row(0x6169_6176, 4, "gl"), Row(0x6469_6564, 4, "l"), Row(0x6475_636B, 4, "gs"), Row(0x636D_6978, 4, "gs"),
        Row(0x6373_706B, 4, "gs"), Row(0x6362_6C75, 4, "gs"), Row(0x7479_7065, 4, "g"), Row(0x7372_6373, 8, "gl"),
        Row(0x6973_7263, 8, "gsl"), Row(0x6473_7473, 8, "gl"), Row(0x6F64_7374, 8, "gsl"), Row(0x6967_6176, 4, "gl"),
        Row(0x6967_7363, 4, "gsl"),
    ]

    @available(*, deprecated)
    @Test func everyPropertyHasItsSizeAndItsUses() {
        let scene = Scenario()
        let heard = Heard()
        let unsupported = OSStatus(0x7074_793F)  // 'pty?'
        let badSize = OSStatus(0x2173_697A)  // '!siz'
        client(scene, heard).perform {
            for row in Self.rows {
                let name = Self.fourCharacters(row.id)
                var size: UInt32 = 0
                #expect(AudioSessionGetPropertySize(row.id, &size) == noErr, "\(name)")
                #expect(size == row.size, "\(name)")
                var small = row.size - 1
                var room: UInt64 = 0
                #expect(
                    AudioSessionGetProperty(row.id, &small, &room) == (row.isGot ? badSize : unsupported), "\(name)")
                for size in [row.size - 1, row.size + 1] {
                    #expect(
                        AudioSessionSetProperty(row.id, size, &room) == (row.isSet ? badSize : unsupported), "\(name)")
                }
                let added = AudioSessionAddPropertyListener(row.id, Self.changed, heard.context)
                #expect(added == (row.isHeard ? noErr : unsupported), "\(name)")
                #expect(AudioSessionRemovePropertyListener(row.id) == noErr, "\(name)")
            }
            var (size, value): (UInt32, UInt32) = (4, 0)
            #expect(AudioSessionGetProperty(0x7878_7878, &size, &value) == unsupported)
            #expect(AudioSessionSetProperty(0x7878_7878, 4, &value) == unsupported)
            #expect(AudioSessionGetPropertySize(0x7878_7878, &size) == unsupported)
            #expect(AudioSessionAddPropertyListener(0x7878_7878, Self.changed, nil) == unsupported)
            #expect(AudioSessionGetProperty(0x6163_6174, nil, &value) == kAudio_ParamError)
            #expect(AudioSessionGetProperty(0x6163_6174, &size, nil) == kAudio_ParamError)
            #expect(AudioSessionSetProperty(0x6163_6174, 4, nil) == kAudio_ParamError)
            #expect(AudioSessionGetPropertySize(0x6163_6174, nil) == kAudio_ParamError)
            #expect(AudioSessionAddPropertyListener(0x726F_6368, nil, nil) == kAudio_ParamError)
        }
    }

    @available(*, deprecated)
    @Test func s119DuckingOnPlaybackMakesItMixInBothGenerations() throws {
        let scene = Scenario()
        let mus = try scene.mus()
        let old = client(scene, Heard())
        old.perform {
            #expect(set(kAudioSessionProperty_AudioCategory, UInt32(kAudioSessionCategory_MediaPlayback)) == noErr)
            #expect(set(kAudioSessionProperty_OtherMixableAudioShouldDuck, UInt32(1)) == noErr)
            #expect(number(kAudioSessionProperty_AudioCategory) == UInt32(kAudioSessionCategory_MediaPlayback))
            #expect(number(kAudioSessionProperty_OtherMixableAudioShouldDuck) == UInt32(1))
            #expect(number(kAudioSessionProperty_OverrideCategoryMixWithOthers) == UInt32(1))
        }
        #expect(old.session.category == .playback)
        #expect(old.session.categoryOptions == [.duckOthers, .mixWithOthers])
        _ = scene.heard()
        old.perform { #expect(AudioSessionSetActive(true) == noErr) }
        #expect(scene.heard() == [], "nobody is interrupted")
        #expect(scene.audible() == "Speaker: Mus -14")
        old.perform { #expect(number(kAudioSessionProperty_OtherAudioIsPlaying) == UInt32(1)) }
        old.perform { #expect(AudioSessionSetActive(false) == noErr) }
        #expect(scene.audible() == "Speaker: Mus 0")
        #expect(mus.isTonePlaying)
        // Without mixing there is no ducking.
        old.perform {
            #expect(set(kAudioSessionProperty_OverrideCategoryMixWithOthers, UInt32(0)) == noErr)
            #expect(number(kAudioSessionProperty_OtherMixableAudioShouldDuck) == UInt32(0))
        }
        #expect(old.session.categoryOptions == [])
    }

    @available(*, deprecated)
    @Test func bothGenerationsShowOneSession() throws {
        let scene = Scenario()
        let app = client(scene, Heard())
        try app.perform {
            let session = AVAudioSession.sharedInstance()
            let categories: [(Int, AVAudioSession.Category)] = [
                (kAudioSessionCategory_AmbientSound, .ambient), (kAudioSessionCategory_SoloAmbientSound, .soloAmbient),
                (kAudioSessionCategory_MediaPlayback, .playback), (kAudioSessionCategory_RecordAudio, .record),
                (kAudioSessionCategory_AudioProcessing, .audioProcessing),
                (kAudioSessionCategory_PlayAndRecord, .playAndRecord),
            ]
            for (number, category) in categories {
                #expect(set(kAudioSessionProperty_AudioCategory, UInt32(number)) == noErr)
                #expect(session.category == category)
                #expect(self.number(kAudioSessionProperty_AudioCategory) == UInt32(number))
            }
            let modes: [(Int, AVAudioSession.Mode)] = [
                (kAudioSessionMode_VoiceChat, .voiceChat), (kAudioSessionMode_VideoRecording, .videoRecording),
                (kAudioSessionMode_Measurement, .measurement), (kAudioSessionMode_GameChat, .gameChat),
                (kAudioSessionMode_Default, .default),
            ]
            for (number, mode) in modes {
                #expect(set(kAudioSessionProperty_Mode, UInt32(number)) == noErr)
                #expect(session.mode == mode)
                #expect(self.number(kAudioSessionProperty_Mode) == UInt32(number))
            }
            // The other way round, and what the older generation has no number for.
            try session.setCategory(.playAndRecord, options: [.defaultToSpeaker, .allowBluetoothHFP])
            #expect(number(kAudioSessionProperty_OverrideCategoryDefaultToSpeaker) == UInt32(1))
            #expect(number(kAudioSessionProperty_OverrideCategoryEnableBluetoothInput) == UInt32(1))
            #expect(set(kAudioSessionProperty_OverrideCategoryDefaultToSpeaker, UInt32(0)) == noErr)
            #expect(session.categoryOptions == .allowBluetoothHFP)
            try session.setCategory(.playback, mode: .moviePlayback)
            #expect(number(kAudioSessionProperty_Mode) == UInt32(kAudioSessionMode_Default))
            try session.setCategory(.multiRoute)
            var (size, value): (UInt32, UInt32) = (4, 0)
            #expect(AudioSessionGetProperty(0x6163_6174, &size, &value) == 0x3F63_6174)  // '?cat'
            #expect(set(kAudioSessionProperty_AudioCategory, UInt32(kAudioSessionCategory_PlayAndRecord)) == noErr)

            #expect(set(kAudioSessionProperty_PreferredHardwareSampleRate, 44_100.0) == noErr)
            #expect(set(kAudioSessionProperty_PreferredHardwareIOBufferDuration, Float32(0.005)) == noErr)
            #expect(AudioSessionSetActive(true) == noErr)
            #expect(session.preferredSampleRate == 44_100)
            #expect(session.sampleRate == 44_100)
            #expect(number(kAudioSessionProperty_CurrentHardwareSampleRate) == 44_100.0)
            // 5 ms are 220.5 frames; the next power of two is 256.
            #expect(number(kAudioSessionProperty_CurrentHardwareIOBufferDuration) == Float32(256.0 / 44_100))
            #expect(number(kAudioSessionProperty_CurrentHardwareInputNumberChannels) == UInt32(1))
            #expect(
                number(kAudioSessionProperty_CurrentHardwareOutputNumberChannels)
                    == UInt32(session.outputNumberOfChannels))
            #expect(number(kAudioSessionProperty_CurrentHardwareInputLatency) == Float32(session.inputLatency))
            #expect(number(kAudioSessionProperty_CurrentHardwareOutputLatency) == Float32(session.outputLatency))
            #expect(number(kAudioSessionProperty_AudioInputAvailable) == UInt32(1))
            #expect(object(kAudioSessionProperty_AudioRoute, NSString.self) == "ReceiverAndMicrophone")
            let route = object(kAudioSessionProperty_AudioRouteDescription, NSDictionary.self)
            #expect(Self.portTypes(route) == "MicrophoneBuiltIn/Receiver")
            #expect(
                set(kAudioSessionProperty_OverrideAudioRoute, UInt32(kAudioSessionOverrideAudioRoute_Speaker)) == noErr)
            #expect(object(kAudioSessionProperty_AudioRoute, NSString.self) == "SpeakerAndMicrophone")
            #expect(session.currentRoute.outputs.map(\.portType) == [.builtInSpeaker])
            #expect(
                set(kAudioSessionProperty_OverrideAudioRoute, UInt32(kAudioSessionOverrideAudioRoute_None)) == noErr)
            #expect(session.currentRoute.outputs.map(\.portType) == [.builtInReceiver])
        }
    }

    @available(*, deprecated)
    @Test func theMicrophonesSourcesAreChosenByNumber() throws {
        let scene = Scenario()
        let app = client(scene, Heard())
        try app.activate(.playAndRecord)
        app.perform {
            let sources = object(kAudioSessionProperty_InputSources, NSArray.self) as? [NSDictionary] ?? []
            let front = sources.first {
                $0.object(forKey: kAudioSession_InputSourceKey_Description) as? String == "Front"
            }
            let number = front?.object(forKey: kAudioSession_InputSourceKey_ID) as? NSNumber
            #expect(number != nil)
            #expect(object(kAudioSessionProperty_InputSource, NSNumber.self) != number)
            var chosen = number.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
            #expect(AudioSessionSetProperty(0x6973_7263, 8, &chosen) == noErr)
            #expect(object(kAudioSessionProperty_InputSource, NSNumber.self) == number)
            #expect(AVAudioSession.sharedInstance().inputDataSource?.dataSourceName == "Front")
            // The earpiece has nothing to choose from.
            #expect(object(kAudioSessionProperty_OutputDestinations, NSArray.self)?.count == 0)
            var size: UInt32 = 8
            var none: UInt64 = 0
            #expect(AudioSessionGetProperty(0x6F64_7374, &size, &none) == 0x6E6F_6877)  // 'nohw'
        }
    }

    @available(*, deprecated)
    @Test func refusalsHaveTheCodesOfTheOlderInterfaceAndChangeNothing() throws {
        let scene = Scenario()
        let app = client(scene, Heard())
        app.perform {
            #expect(set(kAudioSessionProperty_AudioCategory, UInt32(kAudioSessionCategory_MediaPlayback)) == noErr)
            let incompatible = OSStatus(0x2163_6174)  // '!cat'
            #expect(set(kAudioSessionProperty_OverrideCategoryDefaultToSpeaker, UInt32(1)) == incompatible)
            #expect(set(kAudioSessionProperty_OverrideCategoryEnableBluetoothInput, UInt32(1)) == incompatible)
            #expect(
                set(kAudioSessionProperty_OverrideAudioRoute, UInt32(kAudioSessionOverrideAudioRoute_Speaker))
                    == incompatible)
            #expect(set(kAudioSessionProperty_OverrideAudioRoute, UInt32(7)) == kAudio_ParamError)
            #expect(set(kAudioSessionProperty_AudioCategory, UInt32(7)) == kAudio_ParamError)
            #expect(set(kAudioSessionProperty_Mode, UInt32(7)) == kAudio_ParamError)
            #expect(number(kAudioSessionProperty_AudioCategory) == UInt32(kAudioSessionCategory_MediaPlayback))
            #expect(number(kAudioSessionProperty_OverrideCategoryDefaultToSpeaker) == UInt32(0))
        }
        // No program records during a call (S44).
        scene.device.ring()
        scene.device.acceptCall()
        app.perform {
            #expect(set(kAudioSessionProperty_AudioCategory, UInt32(kAudioSessionCategory_RecordAudio)) == noErr)
            #expect(AudioSessionSetActive(true) == 561_017_449)  // '!pri'
            #expect(code { try AVAudioSession.sharedInstance().setActive(true) } == 561_017_449)
        }
    }
}
