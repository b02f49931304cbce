import AVFoundation

// Programs after the listings of WWDC 2011, session 413, WWDC 2012, session 505, and "Optimizing for Device Hardware", as
// someone who writes for iOS would write them in Swift: the public modules are all they see.

/// Session 413: the delegate of the session and those of several players, set up in five steps.
@available(*, deprecated)
final class OldJukebox: NSObject, AVAudioSessionDelegate, AVAudioPlayerDelegate {
    let players: [AVAudioPlayer]
    private(set) var diary: [String] = []

    init(songs: [URL]) throws {
        players = try songs.map { try AVAudioPlayer(contentsOf: $0) }
        super.init()
        let session = AVAudioSession.sharedInstance()
        session.delegate = self
        try session.setCategory(AVAudioSession.Category.playback)
        try session.setActive(true)
        for player in players {
            player.delegate = self
            player.numberOfLoops = -1
            player.play()
        }
    }

    func beginInterruption() { diary.append("session stopped") }

    func endInterruption(withFlags flags: Int) {
        diary.append("session may go on: \(flags == AVAudioSessionInterruptionFlags_ShouldResume)")
    }

    func audioPlayerBeginInterruption(_ player: AVAudioPlayer) { diary.append("player stopped") }

    func audioPlayerEndInterruption(_ player: AVAudioPlayer, withFlags flags: Int) {
        if flags == AVAudioSessionInterruptionFlags_ShouldResume { player.play() }
        diary.append("player goes on")
    }
}

/// Session 413: the routing properties of Audio Session Services beside `AVAudioSession`, one program with both.
@available(*, deprecated)
final class RouteChangeListener {
    private(set) var reasons: [Int] = []

    init() throws {
        try AVAudioSession.sharedInstance().setCategory(.playAndRecord)
        AudioSessionInitialize(nil, nil, nil, nil)
        var mixes: UInt32 = 1
        AudioSessionSetProperty(
            AudioSessionPropertyID(kAudioSessionProperty_OverrideCategoryMixWithOthers),
            UInt32(MemoryLayout<UInt32>.size), &mixes)
        AudioSessionAddPropertyListener(
            AudioSessionPropertyID(kAudioSessionProperty_AudioRouteChange),
            { me, _, _, value in
                guard let me, let value else { return }
                let changes = Unmanaged<NSDictionary>.fromOpaque(value).takeUnretainedValue()
                let reason = changes.object(forKey: kAudioSession_AudioRouteChangeKey_Reason) as? NSNumber
                Unmanaged<RouteChangeListener>.fromOpaque(me).takeUnretainedValue().reasons.append(
                    reason?.intValue ?? -1)
            }, Unmanaged.passUnretained(self).toOpaque())
        AudioSessionSetActive(true)
    }

    /// Leaves the session, so that interrupted programs may resume.
    func leave() {
        AudioSessionRemovePropertyListener(AudioSessionPropertyID(kAudioSessionProperty_AudioRouteChange))
        AudioSessionSetActiveWithFlags(false, UInt32(kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation))
    }
}

/// "Optimizing for Device Hardware": what is preferred, and what the hardware then does.
@available(*, deprecated)
struct HardwareWish {
    let sampleRate: Double
    let duration: Float32
    let hasInput: Bool
    let volume: Float32

    init(rate: Double, duration: Float32) {
        func set<Value: BitwiseCopyable>(_ id: Int, _ value: Value) {
            withUnsafePointer(to: value) {
                _ = AudioSessionSetProperty(AudioSessionPropertyID(id), UInt32(MemoryLayout<Value>.size), $0)
            }
        }
        func get<Value: BitwiseCopyable>(_ id: Int, _ start: Value) -> Value {
            var value = start
            var size = UInt32(MemoryLayout<Value>.size)
            AudioSessionGetProperty(AudioSessionPropertyID(id), &size, &value)
            return value
        }
        AudioSessionInitialize(nil, nil, nil, nil)
        set(kAudioSessionProperty_AudioCategory, UInt32(kAudioSessionCategory_MediaPlayback))
        set(kAudioSessionProperty_PreferredHardwareSampleRate, rate)
        set(kAudioSessionProperty_PreferredHardwareIOBufferDuration, duration)
        AudioSessionSetActive(true)
        sampleRate = get(kAudioSessionProperty_CurrentHardwareSampleRate, 0.0)
        self.duration = get(kAudioSessionProperty_CurrentHardwareIOBufferDuration, Float32(0))
        hasInput = get(kAudioSessionProperty_AudioInputAvailable, UInt32(0)) != 0
        volume = get(kAudioSessionProperty_CurrentHardwareOutputVolume, Float32(-1))
    }
}

/// Session 505: notifications instead of the delegate, then the category, the mode, the session active, and a player.
final class NewPlayer: NSObject, @unchecked Sendable {
    let player: AVAudioPlayer
    private(set) var diary: [String] = []

    init(song: URL, category: AVAudioSession.Category = .playback, mode: AVAudioSession.Mode = .default) throws {
        player = try AVAudioPlayer(contentsOf: song)
        super.init()
        let (session, center) = (AVAudioSession.sharedInstance(), NotificationCenter.default)
        _ = center.addObserver(forName: AVAudioSession.interruptionNotification, object: session, queue: nil) {
            [weak self] in self?.handleInterruption($0)
        }
        _ = center.addObserver(forName: AVAudioSession.routeChangeNotification, object: session, queue: nil) {
            [weak self] in self?.handleRouteChange($0)
        }
        try session.setCategory(category)
        try session.setMode(mode)
        try session.setActive(true)
        player.numberOfLoops = -1
        player.play()
    }

    private func handleInterruption(_ notification: Notification) {
        let type = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
        switch type.flatMap(AVAudioSession.InterruptionType.init) {
        case .began: diary.append("stopped")
        case .ended:
            let bits = notification.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
            guard AVAudioSession.InterruptionOptions(rawValue: bits).contains(.shouldResume) else { return }
            try? AVAudioSession.sharedInstance().setActive(true)
            player.play()
            diary.append("goes on")
        default: break
        }
    }

    private func handleRouteChange(_ notification: Notification) {
        let reason = notification.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt
        let before =
            notification.userInfo?[AVAudioSessionRouteChangePreviousRouteKey] as? AVAudioSessionRouteDescription
        guard reason == AVAudioSession.RouteChangeReason.oldDeviceUnavailable.rawValue else { return }
        diary.append("lost \(before?.outputs.first?.portName ?? "?")")
        player.pause()
    }

    /// The first channel of the first output alone, as the listing selects it.
    func selectFirstChannel() {
        let outputs = AVAudioSession.sharedInstance().currentRoute.outputs
        guard let channel = outputs.first?.channels?.first else { return }
        player.channelAssignments = [channel]
    }
}

/// Session 505: an I/O unit of two channels on a route of four, led to the last two by a channel map.
final class FourChannelUnit {
    private(set) var unit: AudioUnit?

    init(level: Float) throws {
        var description = AudioComponentDescription(
            componentType: kAudioUnitType_Output, componentSubType: kAudioUnitSubType_RemoteIO,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
        guard let component = AudioComponentFindNext(nil, &description) else { throw CocoaError(.featureUnsupported) }
        AudioComponentInstanceNew(component, &unit)
        guard let unit else { throw CocoaError(.featureUnsupported) }
        // Examine the hardware's format, give the unit that of the program.
        var format = AudioStreamBasicDescription()
        var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        AudioUnitGetProperty(unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0, &format, &size)
        format.mChannelsPerFrame = 2
        AudioUnitSetProperty(unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, &format, size)
        var map: [Int32] = [-1, -1, 0, 1]
        AudioUnitSetProperty(
            unit, kAudioOutputUnitProperty_ChannelMap, kAudioUnitScope_Output, 0, &map,
            UInt32(map.count * MemoryLayout<Int32>.size))
        AudioUnitInitialize(unit)
        var callback = AURenderCallbackStruct(
            inputProc: { level, _, _, _, frames, list in
                guard let list else { return noErr }
                for buffer in UnsafeMutableAudioBufferListPointer(list) {
                    let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                    for frame in 0..<Int(frames) { samples?[frame] = Float(Int(bitPattern: level)) / 1_024 }
                }
                return noErr
            }, inputProcRefCon: UnsafeMutableRawPointer(bitPattern: Int(level * 1_024)))
        AudioUnitSetProperty(
            unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback,
            UInt32(MemoryLayout<AURenderCallbackStruct>.size))
        AudioOutputUnitStart(unit)
    }

    deinit { if let unit { AudioComponentInstanceDispose(unit) } }
}

/// Session 505: a conversation, at the rate and with the latency that speech needs.
struct VoiceChat {
    let session = AVAudioSession.sharedInstance()

    init() throws {
        try session.setCategory(.playAndRecord)
        try session.setMode(.voiceChat)
        try session.setPreferredSampleRate(24_000)
        try session.setPreferredIOBufferDuration(0.02)
        try session.setActive(true)
        try session.overrideOutputAudioPort(.speaker)
    }
}
