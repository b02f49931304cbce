import AVFAudio
import AudioToolbox
import ByteMutation
import SordinoSimulator
import Testing

/// Notifications of listeners of Audio Session Services, and a program that calls anything.
extension LegacySessionTests {
    @available(*, deprecated)
    @Test func anInterruptionIsHeardBetweenBeginAndEnd() throws {
        let scene = Scenario()
        let heard = Heard()
        let app = client(scene, heard)
        try app.activate(.playback)
        try app.playTone()
        scene.device.ring()
        #expect(heard.take() == ["1 what"], "the type is known at the end alone")
        #expect(scene.audible() == "Speaker: ringtone 0")
        scene.device.declineCall()
        #expect(heard.take() == ["0 irsm"])
        app.perform {
            #expect(number(kAudioSessionProperty_InterruptionType, UInt32.self) == nil)
            #expect(AudioSessionSetActive(true) == noErr)
        }
        try app.playTone()
        #expect(scene.audible() == "Speaker: Old 0")
    }

    @available(*, deprecated)
    @Test func s120TheEndOfAnInterruptionSaysNotToResume() throws {
        let scene = Scenario()
        let heard = Heard()
        let mus = client(scene, heard, "Mus")
        try mus.activate(.playback)
        try mus.playTone()
        mus.moveToBackground()
        let radio = try scene.radio()
        #expect(heard.take() == ["1 what"])
        // It continues playing, and then is gone without a word to those that it interrupted.
        #expect(scene.audible() == "Speaker: Radio 0")
        radio.kill()
        #expect(heard.take() == ["0 !rsm"])
        mus.perform { #expect(number(kAudioSessionProperty_InterruptionType, UInt32.self) == nil) }
        #expect(scene.audible() == "silence")
    }

    @available(*, deprecated)
    @Test func deactivationWithTheFlagLetsOthersGoOn() throws {
        let scene = Scenario()
        _ = try scene.mus(resumes: true)
        let old = client(scene, Heard())
        old.perform {
            #expect(set(kAudioSessionProperty_AudioCategory, UInt32(kAudioSessionCategory_MediaPlayback)) == noErr)
            // The flag means nothing here.
            let flag = UInt32(kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation)
            #expect(AudioSessionSetActiveWithFlags(true, flag) == noErr)
        }
        #expect(scene.heard() == ["B(Mus)", "pl+(Mus)"])
        old.perform {
            let flag = UInt32(kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation)
            #expect(AudioSessionSetActiveWithFlags(false, flag) == noErr)
        }
        #expect(scene.heard() == ["E(Mus,1)", "pl-(Mus)"])
        #expect(scene.audible() == "Speaker: Mus 0")
    }

    @available(*, deprecated)
    @Test func listenersHearOfRoutesVolumesAndTheServer() throws {
        let scene = Scenario()
        let heard = Heard()
        let (app, other) = (client(scene, heard), Heard())
        try app.activate(.playback)
        try app.session.setPrefersInterruptionOnRouteDisconnect(false)
        try app.playTone()
        app.perform {
            for id in [
                kAudioSessionProperty_AudioRouteChange, kAudioSessionProperty_CurrentHardwareOutputVolume,
                kAudioSessionProperty_ServerDied,
            ] {
                #expect(
                    AudioSessionAddPropertyListener(AudioSessionPropertyID(id), Self.changed, heard.context) == noErr)
            }
            #expect(AudioSessionAddPropertyListener(0x726F_6368, Self.changed, other.context) == noErr)
        }
        scene.device.plug(.headphones)
        #expect(heard.take() == ["roch 8 1 Speaker /Speaker /Headphones"])
        #expect(other.take() == ["roch 8 1 Speaker /Speaker /Headphones"])
        scene.device.unplug(.headphones)
        #expect(heard.take() == ["roch 8 2 Headphone /Headphones /Speaker"])
        app.perform {
            #expect(
                AudioSessionRemovePropertyListenerWithUserData(0x726F_6368, Self.changed, heard.context) == noErr)
        }
        _ = other.take()
        scene.device.plug(.headphones)
        #expect(heard.take().filter { $0.hasPrefix("roch") } == [])
        #expect(other.take() == ["roch 8 1 Speaker /Speaker /Headphones"])
        app.perform { #expect(AudioSessionRemovePropertyListener(0x726F_6368) == noErr) }
        scene.device.unplug(.headphones)
        #expect(other.take() == [])
        _ = heard.take()
        scene.device.volume = 0.25
        scene.device.volume = 0.25
        #expect(heard.take() == ["chov 4 0.25"])
        scene.device.loseMediaServices()
        #expect(heard.take() == ["died 4 1"])
        scene.device.restartMediaServices()
        #expect(heard.take().filter { $0.hasPrefix("died") } == ["died 4 0"])
    }

    @available(*, deprecated)
    @Test func anInputThatComesIsHeard() throws {
        let scene = Scenario()
        scene.device.hardware.unplug(deviceUID: "Built-In")
        scene.device.plug(.lineOut)
        let heard = Heard()
        let app = client(scene, heard)
        try app.activate(.playAndRecord)
        app.perform {
            #expect(number(kAudioSessionProperty_AudioInputAvailable) == UInt32(0))
            #expect(AudioSessionAddPropertyListener(0x6169_6176, Self.changed, heard.context) == noErr)
            #expect(AudioSessionAddPropertyListener(0x6368_6963, Self.changed, heard.context) == noErr)
        }
        scene.device.plug(.headset)
        #expect(heard.take() == ["aiav 4 1", "chic 4 1"])
    }

    @available(*, deprecated)
    @Test func listenersAreCalledOnTheirRunLoopAndInItsMode() throws {
        let scene = Scenario()
        let heard = Heard()
        let app = scene.device.app("Old", backgroundModes: .audio)
        let (mode, other) = (CFRunLoopMode("session" as CFString), CFRunLoopMode("elsewhere" as CFString))
        app.perform {
            #expect(
                AudioSessionInitialize(CFRunLoopGetCurrent(), mode.rawValue, Self.interrupted, heard.context) == noErr)
            #expect(AudioSessionAddPropertyListener(0x6368_6F76, Self.changed, heard.context) == noErr)
            #expect(set(kAudioSessionProperty_AudioCategory, UInt32(kAudioSessionCategory_MediaPlayback)) == noErr)
            #expect(AudioSessionSetActive(true) == noErr)
        }
        scene.device.ring()
        scene.device.declineCall()
        #expect(heard.lines == [])
        #expect(CFRunLoopRunInMode(other, 0, true) == .finished)
        #expect(heard.lines == [])
        #expect(CFRunLoopRunInMode(mode, 10, true) == .handledSource)
        // As the program: the type could be got.
        #expect(heard.lines.prefix(2) == ["1 what", "0 irsm"])
        #expect(heard.threads.allSatisfy { $0 === Thread.current })
        _ = heard.take()
        scene.device.volume = 0.5
        #expect(CFRunLoopRunInMode(mode, 10, true) == .handledSource)
        #expect(heard.take() == ["chov 4 0.5"])
    }

    // MARK: A program that does anything

    @available(*, deprecated)
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func whateverIsCalledItAnswersAndBothGenerationsAgree(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        let scene = Scenario()
        let heard = Heard()
        let app = client(scene, heard)
        let session = app.session
        let values: [UInt32] = [
            0, 1, 2, 0x616D_6269, 0x736F_6C6F, 0x6D65_6469, 0x7265_6361, 0x706C_6172, 0x7072_6F63, 0x6466_6C74,
            0x7663_6374, 0x7370_6B72, 0x3C23_D70A, .max,
        ]
        var trace: [String] = []
        for _ in 0..<400 {
            let row = Self.rows[Int.random(in: 0..<Self.rows.count, using: &numbers)]
            let before = "\(session.category) \(session.mode) \(session.categoryOptions)"
            var step = Self.fourCharacters(row.id)
            app.perform {
                switch Int.random(in: 0..<8, using: &numbers) {
                case 0:
                    step = "activate \(AudioSessionSetActive(Bool.random(using: &numbers)))"
                case 1:
                    scene.device.ring()
                    scene.device.declineCall()
                    step = "call"
                case 2 where row.isHeard:
                    step += " listen \(AudioSessionAddPropertyListener(row.id, Self.changed, heard.context))"
                case 3:
                    step += " deaf \(AudioSessionRemovePropertyListener(row.id))"
                case 4 where row.isGot && row.size == 4:
                    let isKnown = number(Int(row.id), UInt32.self) != nil
                    step += " get \(isKnown)"
                case _ where row.size == 4:
                    let value = values[Int.random(in: 0..<values.count, using: &numbers)]
                    let status = set(Int(row.id), value)
                    step += " set \(value) \(status)"
                    if status != noErr {
                        #expect(
                            "\(session.category) \(session.mode) \(session.categoryOptions)" == before,
                            "seed \(seed): \((trace + [step]).joined(separator: ", "))")
                    } else if row.id == 0x6163_6174 || row.id == 0x6D6F_6465 {
                        // 'uifx' and 'live' are not among the values: what was set is what is got.
                        #expect(number(Int(row.id)) == value, "seed \(seed): \(trace.joined(separator: ", "))")
                    }
                default: break
                }
            }
            trace.append(step)
            app.perform {
                let duck: UInt32 = session.categoryOptions.contains(.duckOthers) ? 1 : 0
                let mix: UInt32 = session.categoryOptions.contains(.mixWithOthers) ? 1 : 0
                let agrees =
                    number(kAudioSessionProperty_OtherMixableAudioShouldDuck) == duck
                    && number(kAudioSessionProperty_OverrideCategoryMixWithOthers) == mix
                    && number(kAudioSessionProperty_PreferredHardwareSampleRate) == session.preferredSampleRate
                    && number(kAudioSessionProperty_CurrentHardwareSampleRate) == session.sampleRate
                    && number(kAudioSessionProperty_CurrentHardwareOutputVolume) == session.outputVolume
                #expect(agrees, "seed \(seed): \(trace.joined(separator: ", "))")
            }
        }
    }
}
