import AVFAudio
import Foundation
import SordinoSimulator
import Testing

/// Hardware that a program stops inside one of the calls that it stops: each call returns at once, and nothing is called any more.
@Suite struct StopInsideTests {
    let device = SimulatedDevice(.phone)
    let app: SimulatedApp

    init() throws {
        device.plug(.headphones)
        app = device.app("Synth", backgroundModes: .audio)
        try app.activate(.playAndRecord)
        device.advance(0.2)
    }

    /// The place in which a program stops.
    enum Place: CaseIterable, Sendable { case render, input, beforeBlock, afterBlock }

    /// The call by which it does.
    enum Ending: CaseIterable, Sendable { case stop, uninitialize, dispose, stopTwice, stopUninitializeDispose }

    /// A unit in C that ends itself at the third call of one of its functions.
    private final class Remote: @unchecked Sendable {
        let unit: AudioUnit
        var place = Place.render
        var ending: Ending?
        /// Calls of each function.
        var counts: [Place: Int] = [:]
        /// Statuses that the ending gave.
        var statuses: [OSStatus] = []

        init() throws {
            var description = AudioComponentDescription(
                componentType: kAudioUnitType_Output, componentSubType: kAudioUnitSubType_RemoteIO,
                componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
            let component = try #require(AudioComponentFindNext(nil, &description))
            var made: AudioUnit?
            #expect(AudioComponentInstanceNew(component, &made) == noErr)
            unit = try #require(made)
            var isOn: UInt32 = 1
            #expect(
                AudioUnitSetProperty(unit, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, &isOn, 4)
                    == noErr)
            let context = Unmanaged.passUnretained(self).toOpaque()
            var render = AURenderCallbackStruct(
                inputProc: { context, flags, _, _, _, _ in
                    Unmanaged<Remote>.fromOpaque(context).takeUnretainedValue().hear(.render)
                    flags.pointee.insert(.unitRenderAction_OutputIsSilence)
                    return noErr
                }, inputProcRefCon: context)
            var input = AURenderCallbackStruct(
                inputProc: { context, _, _, _, _, _ in
                    Unmanaged<Remote>.fromOpaque(context).takeUnretainedValue().hear(.input)
                    return noErr
                }, inputProcRefCon: context)
            let size = UInt32(MemoryLayout<AURenderCallbackStruct>.size)
            #expect(
                AudioUnitSetProperty(
                    unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &render, size) == noErr)
            #expect(
                AudioUnitSetProperty(
                    unit, kAudioOutputUnitProperty_SetInputCallback, kAudioUnitScope_Global, 0, &input, size) == noErr)
            AudioUnitAddRenderNotify(
                unit,
                { context, flags, _, _, _, _ in
                    let isBefore = flags.pointee.contains(.unitRenderAction_PreRender)
                    Unmanaged<Remote>.fromOpaque(context).takeUnretainedValue().hear(
                        isBefore ? .beforeBlock : .afterBlock)
                    return noErr
                }, context)
        }

        func hear(_ place: Place) {
            counts[place, default: 0] += 1
            guard place == self.place, let ending, counts[place] == 3 else { return }
            switch ending {
            case .stop: statuses = [AudioOutputUnitStop(unit)]
            case .stopTwice: statuses = [AudioOutputUnitStop(unit), AudioOutputUnitStop(unit)]
            case .uninitialize: statuses = [AudioUnitUninitialize(unit)]
            case .dispose: statuses = [AudioComponentInstanceDispose(unit)]
            case .stopUninitializeDispose:
                statuses = [
                    AudioOutputUnitStop(unit), AudioUnitUninitialize(unit), AudioComponentInstanceDispose(unit),
                ]
            }
            if ending == .stop || ending == .stopTwice || ending == .uninitialize {
                statuses.append(isRunning ? 1 : noErr)
                // It starts again after the block, not inside it.
                if AudioOutputUnitStart(unit) == noErr { statuses.append(1) }
            }
        }

        var isRunning: Bool {
            var (runs, size) = (UInt32(0), UInt32(4))
            AudioUnitGetProperty(unit, kAudioOutputUnitProperty_IsRunning, kAudioUnitScope_Global, 0, &runs, &size)
            return runs != 0
        }

        func start() {
            #expect(AudioUnitInitialize(unit) == noErr)
            #expect(AudioOutputUnitStart(unit) == noErr)
        }
    }

    @Test(arguments: Place.allCases, Ending.allCases)
    func aUnitInCEndsItself(_ place: Place, _ ending: Ending) throws {
        let remote = try app.perform {
            let remote = try Remote()
            (remote.place, remote.ending) = (place, ending)
            remote.start()
            return remote
        }
        device.advance(0.2)
        #expect(remote.statuses.allSatisfy { $0 == noErr } && !remote.statuses.isEmpty)
        #expect(remote.counts[place] == 3)
        // The block under way is finished; none follows.
        #expect(remote.counts.values.allSatisfy { $0 <= 3 })
        let counts = remote.counts
        device.advance(0.2)
        #expect(remote.counts == counts)
        guard ending != .dispose, ending != .stopUninitializeDispose else { return }
        #expect(!remote.isRunning)
        remote.ending = nil
        app.perform { remote.start() }
        #expect(remote.isRunning)
        device.advance(0.1)
        #expect((remote.counts[.render] ?? 0) > 4)
        #expect(AudioComponentInstanceDispose(remote.unit) == noErr)
    }

    /// The newer interface: what a program does in the block that it ends.
    enum Newer: CaseIterable, Sendable { case stop, giveBack, letGo }

    @Test(arguments: Newer.allCases, [true, false])
    func aUnitStopsItsHardwareInItsOwnBlocks(_ ending: Newer, inInput: Bool) throws {
        final class Owner: @unchecked Sendable {
            var unit: AUAudioUnit?
            var count = 0

            func hear(_ ending: Newer) {
                count += 1
                guard count == 3 else { return }
                switch ending {
                case .stop: unit?.stopHardware()
                case .giveBack: unit?.deallocateRenderResources()
                case .letGo: unit = nil
                }
                #expect(unit?.isRunning != true)
            }
        }
        let owner = Owner()
        try app.perform {
            let unit = try AUAudioUnit(
                componentDescription: AudioComponentDescription(
                    componentType: kAudioUnitType_Output, componentSubType: kAudioUnitSubType_RemoteIO,
                    componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0))
            owner.unit = unit
            unit.isInputEnabled = true
            unit.outputProvider = { [weak owner] flags, _, _, _, _ in
                flags.pointee.insert(.unitRenderAction_OutputIsSilence)
                if !inInput { owner?.hear(ending) }
                return noErr
            }
            unit.inputHandler = { [weak owner] _, _, _, _ in if inInput { owner?.hear(ending) } }
            try unit.allocateRenderResources()
            try unit.startHardware()
        }
        device.advance(0.3)
        #expect(owner.count == 3)
        guard let unit = owner.unit else { return }
        #expect(!unit.isRunning)
        try app.perform {
            try unit.allocateRenderResources()
            try unit.startHardware()
        }
        device.advance(0.1)
        #expect(owner.count > 3)
        unit.stopHardware()
    }

    /// The calls of an engine that wait for a block.
    enum EngineCall: CaseIterable, Sendable {
        case stop, pause, reset, pauseThenStop, letGo

        func make(on engine: inout AVAudioEngine?) {
            switch self {
            case .stop: engine?.stop()
            case .pause: engine?.pause()
            case .reset: engine?.reset()
            case .pauseThenStop:
                engine?.pause()
                engine?.stop()
            case .letGo: engine = nil
            }
        }
    }

    private final class EngineOwner: @unchecked Sendable {
        /// Made in the program that it belongs to.
        var engine: AVAudioEngine?
        var count = 0
        var format: AVAudioFormat?

        /// Calls `call` at the third block; a source that plays a constant.
        func source(_ call: EngineCall) -> AVAudioSourceNode {
            AVAudioSourceNode { [weak self] _, _, frameCount, list in
                for buffer in UnsafeMutableAudioBufferListPointer(list) {
                    let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                    for frame in 0..<Int(frameCount) { samples?[frame] = 0.25 }
                }
                guard let self else { return noErr }
                count += 1
                if count == 3 {
                    call.make(on: &engine)
                    if call != .reset { #expect(engine?.isRunning != true) }
                }
                return noErr
            }
        }
    }

    @Test(arguments: EngineCall.allCases)
    func anEngineEndsInASourcesBlock(_ call: EngineCall) throws {
        let owner = EngineOwner()
        try app.perform {
            let engine = AVAudioEngine()
            owner.engine = engine
            let source = owner.source(call)
            engine.attach(source)
            engine.connect(source, to: engine.mainMixerNode, format: nil)
            try engine.start()
        }
        device.advance(0.3)
        if call == .reset { return #expect(owner.count > 3) }
        #expect(owner.count == 3)
        guard let engine = owner.engine else { return }
        #expect(!engine.isRunning)
        try app.perform { try engine.start() }
        device.advance(0.1)
        #expect(owner.count > 4)
        engine.stop()
    }

    /// Rendered by hand, under realtime constraints and offline: the block is whole, the next one is refused.
    @Test(arguments: EngineCall.allCases, [AVAudioEngineManualRenderingMode.realtime, .offline])
    func anEngineThatIsRenderedByHandEndsInASourcesBlock(
        _ call: EngineCall, _ mode: AVAudioEngineManualRenderingMode
    ) throws {
        if call == .letGo { return }
        let owner = EngineOwner()
        let engine = AVAudioEngine()
        owner.engine = engine
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        try engine.enableManualRenderingMode(mode, format: format, maximumFrameCount: 256)
        let source = owner.source(call)
        engine.attach(source)
        engine.connect(source, to: engine.mainMixerNode, format: nil)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 256))
        buffer.frameLength = 256
        func render() -> AVAudioEngineManualRenderingStatus {
            if mode == .offline { return (try? engine.renderOffline(256, to: buffer)) ?? .error }
            return engine.manualRenderingBlock(256, buffer.mutableAudioBufferList, nil)
        }
        try engine.start()
        for _ in 0..<3 { #expect(render() == .success) }
        #expect(buffer.floatChannelData?[0][255] == 0.25)
        if call == .reset { return #expect(render() == .success) }
        #expect(render() != .success)
        #expect(owner.count == 3 && !engine.isRunning)
        try engine.start()
        #expect(render() == .success && owner.count == 4)
        engine.stop()
    }

    @Test(arguments: EngineCall.allCases)
    func anEngineEndsInATap(_ call: EngineCall) throws {
        let owner = EngineOwner()
        nonisolated(unsafe) var taps = 0
        try app.perform {
            let engine = AVAudioEngine()
            owner.engine = engine
            let source = AVAudioSourceNode { isSilence, _, _, _ in
                isSilence.pointee = true
                return noErr
            }
            engine.attach(source)
            engine.connect(source, to: engine.mainMixerNode, format: nil)
            engine.mainMixerNode.installTap(onBus: 0, bufferSize: 4800, format: nil) { [weak owner] _, _ in
                taps += 1
                if taps == 2, let owner { call.make(on: &owner.engine) }
            }
            try engine.start()
        }
        device.advance(1)
        if call == .reset { return #expect(taps > 2) }
        #expect(owner.engine?.isRunning != true)
        let heard = taps
        device.advance(0.5)
        #expect(taps == heard)
    }

    /// The calls of a file's player that wait for a block of its own stream.
    enum PlayerCall: CaseIterable, Sendable {
        case stop, pause, seek, letGo

        func make(on player: inout AVAudioPlayer?) {
            switch self {
            case .stop: player?.stop()
            case .pause: player?.pause()
            case .seek: player?.currentTime = 0.01
            case .letGo: player = nil
            }
        }
    }

    private final class PlayerOwner: @unchecked Sendable {
        var player: AVAudioPlayer?
        var count = 0
    }

    @Test(arguments: PlayerCall.allCases)
    func aPlayerEndsInTheBlockOfASource(_ call: PlayerCall) throws {
        let owner = PlayerOwner()
        let engine = try app.perform {
            let player = try AVAudioPlayer(data: tone(seconds: 1))
            owner.player = player
            #expect(player.play())
            let engine = AVAudioEngine()
            let source = AVAudioSourceNode { [weak owner] isSilence, _, _, _ in
                isSilence.pointee = true
                guard let owner else { return noErr }
                owner.count += 1
                if owner.count == 3 { call.make(on: &owner.player) }
                return noErr
            }
            engine.attach(source)
            engine.connect(source, to: engine.mainMixerNode, format: nil)
            try engine.start()
            return engine
        }
        device.advance(0.3)
        #expect(owner.count > 3)
        #expect(owner.player?.isPlaying ?? false == (call == .seek))
        if call == .stop || call == .pause {
            app.perform { #expect(owner.player?.play() == true) }
            device.advance(0.1)
            #expect(owner.player?.isPlaying == true)
        }
        app.perform { engine.stop() }
    }

    /// A WAVE file with a tone of 480 Hz in one channel.
    private func tone(seconds: Double) throws -> Data {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        let frames = AVAudioFrameCount(seconds * 48_000)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frames))
        buffer.frameLength = frames
        for frame in 0..<Int(frames) { buffer.floatChannelData?[0][frame] = Float(sin(Double(frame) * .pi / 50)) / 4 }
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("inside-\(UUID().uuidString).wav")
        defer { try? FileManager.default.removeItem(at: url) }
        let file = try AVAudioFile(forWriting: url, settings: format.settings)
        try file.write(from: buffer)
        file.close()
        return try Data(contentsOf: url)
    }

    /// The program ends its session where it must not wait either.
    @Test func aSessionIsDeactivatedInASourcesBlock() throws {
        let owner = EngineOwner()
        try app.perform {
            let engine = AVAudioEngine()
            owner.engine = engine
            nonisolated(unsafe) var count = 0
            let source = AVAudioSourceNode { [weak owner] isSilence, _, _, _ in
                isSilence.pointee = true
                count += 1
                owner?.count = count
                if count == 3 { try? AVAudioSession.sharedInstance().setActive(false) }
                return noErr
            }
            engine.attach(source)
            engine.connect(source, to: engine.mainMixerNode, format: nil)
            try engine.start()
        }
        device.advance(0.3)
        let count = owner.count
        #expect(count >= 3)
        app.perform { owner.engine?.stop() }
        device.advance(0.1)
        #expect(owner.engine?.isRunning == false)
    }
}
