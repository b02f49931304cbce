import AVFoundation
import ByteMutation
import SordinoSimulator
import Synchronization
import Testing

/// Random calls on players and capture sessions in random order, with numbers that nobody expects: nothing traps, positions are
/// numbers, and the silence of a paused player is silence.
@Suite struct PlayerWalkTests {
    private static func time(_ walk: inout CallWalk) -> CMTime {
        switch walk.below(5) {
        case 0: walk.one(of: [.zero, .invalid, .indefinite, .positiveInfinity, .negativeInfinity]) ?? .zero
        case 1:
            CMTime(value: Int64(walk.whole(-10...3_000)), timescale: Int32(truncatingIfNeeded: walk.whole(0...1_000)))
        case 2: CMTime(value: walk.oneIn(2) ? .max : .min, timescale: 1)
        default: CMTime(seconds: walk.number(-0.5...1.5), preferredTimescale: 1_000)
        }
    }

    /// Two players with some items, of which one is no sound.
    private final class Rig: @unchecked Sendable {
        let plain = AVPlayer()
        let queue = AVQueuePlayer()
        var items: [AVPlayerItem] = []
        var looper: AVPlayerLooper?
        var observers: [(AVPlayer, Any)] = []
        var watches: [NSKeyValueObservation] = []
        private let ticks = Mutex(0)

        func count() { ticks.withLock { $0 += 1 } }

        init(_ urls: [URL]) { items = urls.map { AVPlayerItem(url: $0) } }

        /// The items that no player has.
        var free: [AVPlayerItem] {
            let taken = queue.items() + [plain.currentItem].compactMap { $0 }
            return items.filter { item in !taken.contains { $0 === item } }
        }
    }

    private func step(_ walk: inout CallWalk, _ rig: Rig) {
        let player = walk.oneIn(2) ? rig.plain : rig.queue
        switch walk.below(24) {
        case 0: player.play()
        case 1: player.pause()
        case 2: player.rate = Float(walk.number(-1...3))
        case 3: player.defaultRate = Float(walk.number(-1...3))
        case 4: player.playImmediately(atRate: Float(walk.number(-1...3)))
        case 5: player.volume = Float(walk.number(0...1))
        case 6: player.isMuted = walk.oneIn(2)
        case 7: player.seek(to: Self.time(&walk))
        case 8: player.seek(to: Self.time(&walk), toleranceBefore: Self.time(&walk), toleranceAfter: .zero) { _ in }
        case 9: player.setRate(Float(walk.number(0...2)), time: Self.time(&walk), atHostTime: Self.time(&walk))
        case 10:
            player.actionAtItemEnd = walk.one(of: [.pause, .none] + (player === rig.queue ? [.advance] : [])) ?? .pause
        case 11: rig.plain.replaceCurrentItem(with: walk.oneIn(3) ? nil : walk.one(of: rig.free))
        case 12:
            let items = rig.free
            if let item = walk.one(of: items) { rig.queue.insert(item, after: walk.one(of: rig.queue.items() + items)) }
        case 13: if let item = walk.one(of: rig.items) { rig.queue.remove(item) }
        case 14: walk.oneIn(4) ? rig.queue.removeAllItems() : rig.queue.advanceToNextItem()
        case 15:
            let interval = Self.time(&walk)
            guard interval.isNumeric, interval > .zero else { return }
            rig.observers.append(
                (
                    player,
                    player.addPeriodicTimeObserver(forInterval: interval, queue: nil) { _ in rig.count() }
                ))
        case 16:
            let times = (0...walk.below(4)).map { _ in NSValue(time: Self.time(&walk)) }
            rig.observers.append((player, player.addBoundaryTimeObserver(forTimes: times, queue: nil) { rig.count() }))
        case 17:
            guard !rig.observers.isEmpty else { return }
            let (owner, token) = rig.observers.remove(at: walk.below(rig.observers.count))
            owner.removeTimeObserver(token)
        case 18:
            guard let item = walk.one(of: rig.items) else { return }
            item.forwardPlaybackEndTime = Self.time(&walk)
            item.preferredForwardBufferDuration = walk.number(0...5)
            item.preferredPeakBitRate = walk.number(0...1e6)
        case 19:
            let algorithms: [AVAudioTimePitchAlgorithm] = [.varispeed, .spectral, .timeDomain]
            walk.one(of: rig.items)?.audioTimePitchAlgorithm = walk.one(of: algorithms) ?? .spectral
        case 20:
            guard let item = walk.one(of: rig.free) else { return }
            let range = CMTimeRange(start: Self.time(&walk), duration: Self.time(&walk))
            let isUsable = !range.isValid || range.duration > .zero
            rig.looper?.disableLooping()
            rig.looper = AVPlayerLooper(
                player: rig.queue, templateItem: item, timeRange: isUsable ? range : .invalid,
                existingItemsOrdering: walk.oneIn(2)
                    ? .loopingItemsFollowExistingItems : .loopingItemsPrecedeExistingItems)
        case 21:
            guard let item = walk.one(of: rig.items), let track = item.asset.tracks.first else { return }
            let parameters = AVMutableAudioMixInputParameters(track: track)
            parameters.setVolume(Float(walk.number(0...1)), at: Self.time(&walk))
            parameters.setVolumeRamp(
                fromStartVolume: Float(walk.number(0...1)), toEndVolume: Float(walk.number(0...1)),
                timeRange: CMTimeRange(start: Self.time(&walk), duration: Self.time(&walk)))
            parameters.audioTimePitchAlgorithm = walk.oneIn(2) ? .varispeed : nil
            let mix = AVMutableAudioMix()
            mix.inputParameters = [parameters]
            item.audioMix = walk.oneIn(3) ? nil : mix
        case 22: player.preroll(atRate: Float(walk.number(0...2))) { _ in }
        default:
            rig.watches.append(player.observe(\.rate, options: [.initial, .prior, .old, .new]) { _, _ in rig.count() })
            if rig.watches.count > 3 { rig.watches.removeFirst().invalidate() }
        }
    }

    @Test(arguments: CallWalk.seeds) func playersTakeCallsInAnyOrder(seed: UInt64) throws {
        let phone = try SongTelephone()
        defer { try? FileManager.default.removeItem(at: phone.folder) }
        phone.device.allowsArtefacts(because: "the walk jumps, and cuts sounds of one value")
        let broken = phone.folder.appendingPathComponent("broken.wav")
        try Data("RIFF0000WAVEfmt ".utf8).write(to: broken)
        let urls =
            try [0.1, 0.2].map { try phone.sound(Float($0), seconds: 0.3) } + [
                phone.sound(0.3, seconds: 0.001), broken,
            ]
        var walk = CallWalk(seed: seed)
        let rig = phone.app.perform { Rig(urls) }
        for number in 0..<CallWalk.steps(150) {
            phone.app.perform { step(&walk, rig) }
            if walk.oneIn(3) { phone.device.advance(0.03) }
            for player in [rig.plain, rig.queue] {
                let seconds = player.currentTime().seconds
                #expect(seconds.isFinite && seconds >= 0, "seed \(seed), step \(number): \(seconds)")
                #expect(
                    player.rate.isFinite && player.rate >= 0 && player.volume.isFinite, "seed \(seed), step \(number)")
            }
        }
        phone.app.perform {
            rig.plain.pause()
            rig.queue.pause()
        }
        phone.device.advance(0.3)
        let (end, samples) = (phone.device.now, phone.heard(from: 0, to: phone.device.now))
        #expect(samples.allSatisfy { $0.isFinite }, "seed \(seed)")
        #expect(phone.heard(from: end - 0.05, to: end).allSatisfy { $0 == 0 }, "seed \(seed)")
    }

    // MARK: Capture

    private final class Listener: AVCaptureAudioDataOutputSampleBufferDelegate, Sendable {
        let frames = Mutex(0)
        func captureOutput(
            _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
        ) {
            frames.withLock { $0 += sampleBuffer.numSamples }
        }
    }

    @Test(arguments: CallWalk.seeds) func captureSessionsTakeCallsInAnyOrder(seed: UInt64) throws {
        let device = SimulatedDevice(.phone)
        let app = device.app("Recorder", backgroundModes: .audio)
        device.advance(0.1)
        var walk = CallWalk(seed: seed)
        let queue = DispatchQueue(label: "walk")
        let listener = Listener()
        let sessions = app.perform { (0..<2).map { _ in AVCaptureSession() } }
        var inputs: [AVCaptureDeviceInput] = []
        let outputs = (0..<2).map { _ in AVCaptureAudioDataOutput() }
        for number in 0..<CallWalk.steps(120) {
            try app.perform {
                let session = sessions[walk.below(2)]
                let output = outputs[walk.below(2)]
                switch walk.below(12) {
                case 0:
                    guard let microphone = AVCaptureDevice.default(for: .audio) else { return }
                    let input = try AVCaptureDeviceInput(device: microphone)
                    inputs.append(input)
                    if session.canAddInput(input) { session.addInput(input) }
                case 1: if let input = walk.one(of: inputs) { session.removeInput(input) }
                case 2, 3: if session.canAddOutput(output) { session.addOutput(output) }
                case 4: session.removeOutput(output)
                case 5, 6: session.startRunning()
                case 7: session.stopRunning()
                case 8: output.setSampleBufferDelegate(walk.oneIn(3) ? nil : listener, queue: queue)
                case 9:
                    output.audioSettings =
                        walk.oneIn(2)
                        ? nil
                        : [
                            AVFormatIDKey: kAudioFormatLinearPCM,
                            AVSampleRateKey: walk.one(of: [8_000, 44_100, 48_000.0]) ?? 48_000,
                            AVNumberOfChannelsKey: 1 + walk.below(2), AVLinearPCMBitDepthKey: 16,
                            AVLinearPCMIsFloatKey: false,
                        ]
                case 10:
                    session.beginConfiguration()
                    session.connections.first?.isEnabled = walk.oneIn(2)
                    session.commitConfiguration()
                default:
                    for channel in session.connections.flatMap(\.audioChannels) {
                        #expect(!channel.averagePowerLevel.isNaN && !channel.peakHoldLevel.isNaN, "\(seed), \(number)")
                    }
                }
            }
            if walk.oneIn(2) { device.advance(0.03) }
            queue.sync {}
        }
        app.perform { for session in sessions { session.stopRunning() } }
        device.advance(0.1)
        queue.sync {}
        let frames = listener.frames.withLock { $0 }
        device.advance(0.2)
        queue.sync {}
        #expect(listener.frames.withLock { $0 } == frames, "seed \(seed)")
    }
}
