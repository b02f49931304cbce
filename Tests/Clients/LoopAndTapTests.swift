import AVFoundation
import SordinoSimulator
import Synchronization
import Testing

/// Loops, taps and speeds of `AVPlayer` on a simulated telephone with headphones.
@Suite struct LoopAndTapTests {
    let phone: SongTelephone
    let device: SimulatedDevice
    let app: SimulatedApp

    init() throws {
        phone = try SongTelephone()
        (device, app) = (phone.device, phone.app)
    }

    // MARK: Loops

    /// A ramp of 4,800 frames is heard again and again, each value once in its turn.
    @Test func aLoopHasNoSeam() throws {
        let url = try phone.sound(seconds: 0.1) { Float($0) / 9600 }
        let player = app.perform { AVQueuePlayer() }
        let ends = Mutex(0)
        let (looper, item) = try app.perform {
            let looper = AVPlayerLooper(player: player, templateItem: AVPlayerItem(url: url))
            return (looper, try #require(looper.loopingPlayerItems.first))
        }
        let token = NotificationCenter.default.addObserver(
            forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: nil
        ) { _ in ends.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(token) }
        #expect(looper.status == .ready && looper.loopCount == 0 && player.currentItem === item)
        let counts = Mutex<[Int]>([])
        let watch = looper.observe(\.loopCount, options: .new) { _, change in
            if let count = change.newValue { counts.withLock { $0.append(count) } }
        }
        defer { watch.invalidate() }
        app.perform { player.play() }
        device.advance(1)
        let samples = phone.heard(from: device.now - 0.8, to: device.now - 0.1)
        let seams = zip(samples, samples.dropFirst()).filter { abs($1 - $0 - 1 / 9600) > 1e-6 }
        // From the last frame to the first.
        #expect(seams.count == 7 && seams.allSatisfy { abs($0 - 4799.0 / 9600) < 1e-6 && $1 == 0 }, "\(seams)")
        #expect((8...10).contains(looper.loopCount))
        #expect(
            ends.withLock { $0 } == counts.withLock { $0.last }
                && counts.withLock { $0 } == counts.withLock { $0.sorted() })
        app.perform { looper.disableLooping() }
        #expect(looper.status == .cancelled)
        device.advance(0.5)
        #expect(player.currentItem == nil && player.items().isEmpty)
        #expect(phone.heard(from: device.now - 0.1, to: device.now).allSatisfy { $0 == 0 })
    }

    /// Of a file whose halves are told apart by their sign, the second is heard alone; the item behind it comes afterwards.
    @Test func aPartIsRepeatedAndThenTheNextItemIsHeard() throws {
        let url = try phone.sound(seconds: 1) { $0 < 24_000 ? -0.25 : 0.25 }
        let other = try phone.sound(seconds: 1) { _ in 0.5 }
        let player = app.perform { AVQueuePlayer(items: [AVPlayerItem(url: other)]) }
        let range = CMTimeRange(
            start: CMTime(value: 1, timescale: 2), duration: CMTime(value: 1, timescale: 4))
        let looper = app.perform {
            AVPlayerLooper(player: player, templateItem: AVPlayerItem(url: url), timeRange: range)
        }
        #expect(player.items().count == 2 && player.currentItem === looper.loopingPlayerItems[0])
        #expect(player.currentTime().seconds == 0.5)
        app.perform { player.play() }
        device.advance(1)
        #expect(phone.heard(from: device.now - 0.9, to: device.now - 0.05).allSatisfy { $0 == 0.25 })
        #expect((2...4).contains(looper.loopCount))
        let place = player.currentTime().seconds
        #expect(place >= 0.5 && place <= 0.75)
        app.perform { looper.disableLooping() }
        device.advance(0.5)
        #expect(phone.heard(from: device.now - 0.05, to: device.now).allSatisfy { $0 == 0.5 })
    }

    /// An item that a player has given back goes on where it was, in the same player and in another.
    @Test func anItemThatWasTakenAwayIsHeardAgain() throws {
        let url = try phone.sound(seconds: 2) { Float($0) / 192_000 }
        let item = AVPlayerItem(url: url)
        let player = app.perform { AVPlayer(playerItem: item) }
        app.perform { player.play() }
        device.advance(0.5)
        app.perform { player.replaceCurrentItem(with: nil) }
        let place = item.currentTime().seconds
        #expect(item.status == .unknown && item.error == nil && abs(place - 0.5) < 0.1)
        device.advance(0.2)
        #expect(phone.heard(from: device.now - 0.1, to: device.now).allSatisfy { $0 == 0 })
        app.perform { player.replaceCurrentItem(with: item) }
        device.advance(0.2)
        #expect(item.status == .readyToPlay && player.timeControlStatus == .playing)
        let again = phone.heard(from: device.now - 0.1, to: device.now)
        #expect(again.allSatisfy { $0 >= Float(place) / 4 && $0 < Float(place + 0.25) / 4 })
        let other = app.perform { () -> AVPlayer in
            player.replaceCurrentItem(with: nil)
            return AVPlayer(playerItem: item)
        }
        app.perform { other.play() }
        device.advance(0.2)
        #expect(phone.heard(from: device.now - 0.1, to: device.now).allSatisfy { $0 > (again.last ?? 1) })
    }

    /// The item before which a looper was put is still in its queue, and no other player's.
    @Test func theItemBehindALoopBelongsToItsQueue() throws {
        let url = try phone.sound(seconds: 0.1) { _ in 0.25 }
        let item = AVPlayerItem(url: url)
        let player = app.perform { AVQueuePlayer(items: [item]) }
        let looper = app.perform { AVPlayerLooper(player: player, templateItem: AVPlayerItem(url: url)) }
        #expect(looper.loopCount == 0)
        #expect(app.perform { !AVQueuePlayer().canInsert(item, after: nil) })
    }

    /// An item from the middle of a queue that takes the place of the first is in the queue once.
    @Test func anItemOfTheQueueTakesThePlaceOfTheFirst() throws {
        let url = try phone.sound(seconds: 0.1) { _ in 0.25 }
        let items = (0..<3).map { _ in AVPlayerItem(url: url) }
        let player = app.perform { AVQueuePlayer(items: items) }
        app.perform { player.replaceCurrentItem(with: items[2]) }
        #expect(player.items().map(ObjectIdentifier.init) == [items[2], items[1]].map(ObjectIdentifier.init))
        #expect(app.perform { AVQueuePlayer().canInsert(items[0], after: nil) })
    }

    @Test func anItemEndsWhereItIsToldTo() throws {
        let url = try phone.sound(seconds: 2) { _ in 0.25 }
        let item = AVPlayerItem(url: url)
        item.forwardPlaybackEndTime = CMTime(value: 1, timescale: 2)
        let player = app.perform { AVPlayer(playerItem: item) }
        let start = device.now
        app.perform { player.play() }
        device.advance(1)
        #expect(player.rate == 0 && player.currentTime().seconds == 0.5)
        #expect(phone.heard(from: start + 0.1, to: start + 0.49).allSatisfy { $0 == 0.25 })
        #expect(phone.heard(from: start + 0.6, to: start + 0.9).allSatisfy { $0 == 0 })
    }

    // MARK: Speeds

    /// Zero crossings a second tell the pitch: at double speed a tape's is double, else it stays.
    @Test(arguments: [(AVAudioTimePitchAlgorithm.varispeed, 1760.0), (.spectral, 880.0), (.timeDomain, 880.0)])
    func thePitchFollowsTheSpeedOrStays(algorithm: AVAudioTimePitchAlgorithm, hertz: Double) throws {
        let url = try phone.sound(seconds: 6) { 0.5 * Float(sin(2 * Double.pi * 880 * Double($0) / 48000)) }
        let item = AVPlayerItem(url: url)
        item.audioTimePitchAlgorithm = algorithm
        let player = app.perform { AVPlayer(playerItem: item) }
        app.perform { player.rate = 2 }
        device.advance(1.5)
        let samples = phone.heard(from: device.now - 1, to: device.now)
        let crossings = zip(samples, samples.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
        #expect(abs(Double(crossings) - hertz) < hertz * 0.01)
        #expect(abs(player.currentTime().seconds - 3) < 0.3)
        app.perform { player.rate = 100 }
        #expect(player.rate == (algorithm == .varispeed ? 4 : 32))
    }

    // MARK: Taps

    /// The calls that a tap received.
    private final class Notes: @unchecked Sendable {
        let calls = Mutex<[String]>([])
        let frames = Mutex(0)
        func add(_ call: String) { calls.withLock { $0.append(call) } }
    }

    private func tap(_ notes: Notes, _ flags: MTAudioProcessingTapCreationFlags) throws -> MTAudioProcessingTap {
        var callbacks = MTAudioProcessingTapCallbacks(
            version: kMTAudioProcessingTapCallbacksVersion_0,
            clientInfo: UnsafeMutableRawPointer(Unmanaged.passRetained(notes).toOpaque()),
            init: { _, info, storage in storage.pointee = info },
            finalize: { tap in
                let notes = Unmanaged<Notes>.fromOpaque(MTAudioProcessingTapGetStorage(tap)).takeRetainedValue()
                notes.add("finalize")
            },
            prepare: { tap, _, format in
                Self.notes(tap).add("prepare \(format.pointee.mChannelsPerFrame) \(Int(format.pointee.mSampleRate))")
            },
            unprepare: { tap in Self.notes(tap).add("unprepare") },
            process: { tap, count, _, list, countOut, flagsOut in
                var range = CMTimeRange.invalid
                let status = MTAudioProcessingTapGetSourceAudio(tap, count, list, flagsOut, &range, countOut)
                guard status == 0 else { return }
                let notes = Self.notes(tap)
                let start = notes.frames.withLock { frames in
                    defer { frames += countOut.pointee }
                    return frames
                }
                if abs(range.start.seconds - Double(start) / 48000) > 1e-6 { notes.add("a gap at \(start)") }
                // Upside down, so that it is seen.
                for buffer in UnsafeMutableAudioBufferListPointer(list) {
                    guard let samples = buffer.mData?.assumingMemoryBound(to: Float.self) else { continue }
                    for frame in 0..<countOut.pointee { samples[frame] = min(0.5, samples[frame]) * -1 }
                }
            })
        var tap: MTAudioProcessingTap?
        #expect(MTAudioProcessingTapCreate(kCFAllocatorDefault, &callbacks, flags, &tap) == 0)
        return try #require(tap)
    }

    private static func notes(_ tap: MTAudioProcessingTap) -> Notes {
        Unmanaged<Notes>.fromOpaque(MTAudioProcessingTapGetStorage(tap)).takeUnretainedValue()
    }

    /// A tap before the volume sees 1 and clips it to 0.5; one behind it sees 0.25 and has nothing to clip.
    @Test(arguments: [
        (kMTAudioProcessingTapCreationFlag_PreEffects, Float(-0.125)),
        (kMTAudioProcessingTapCreationFlag_PostEffects, Float(-0.25)),
    ])
    func aTapHearsAndChangesATrack(flags: MTAudioProcessingTapCreationFlags, expected: Float) throws {
        let url = try phone.sound(seconds: 1) { _ in 1 }
        let notes = Notes()
        try app.perform {
            let item = AVPlayerItem(url: url)
            let parameters = AVMutableAudioMixInputParameters(track: item.asset.tracks.first)
            parameters.setVolume(0.25, at: .zero)
            parameters.audioTapProcessor = try tap(notes, flags)
            let mix = AVMutableAudioMix()
            mix.inputParameters = [parameters]
            item.audioMix = mix
            let player = AVPlayer(playerItem: item)
            let start = device.now
            player.play()
            device.advance(0.9)
            #expect(phone.heard(from: start + 0.1, to: start + 0.8).allSatisfy { abs($0 - expected) < 1e-6 })
            player.replaceCurrentItem(with: nil)
            #expect(notes.calls.withLock { $0.first } == "prepare 1 48000")
            #expect(!notes.calls.withLock { $0 }.contains { $0.hasPrefix("a gap") })
        }
    }

    /// A reader makes the tap ready, uses it from the first frame to the last, and lets it go.
    @Test func aReaderUsesATapFromTheFirstFrameToTheLast() throws {
        let url = try phone.sound(seconds: 0.5) { _ in 1 }
        let notes = Notes()
        try withExtendedLifetime(notes) {
            let asset = AVURLAsset(url: url)
            let parameters = AVMutableAudioMixInputParameters(track: asset.tracks.first)
            parameters.audioTapProcessor = try tap(notes, kMTAudioProcessingTapCreationFlag_PreEffects)
            let mix = AVMutableAudioMix()
            mix.inputParameters = [parameters]
            let reader = try AVAssetReader(asset: asset)
            let output = AVAssetReaderAudioMixOutput(audioTracks: asset.tracks, audioSettings: nil)
            output.audioMix = mix
            reader.add(output)
            reader.startReading()
            var frames = 0
            while let buffer = output.copyNextSampleBuffer() {
                frames += buffer.numSamples
                let isTurned = try buffer.dataBuffer?.withContiguousStorage { bytes in
                    bytes.bindMemory(to: Float.self).allSatisfy { $0 == -0.5 }
                }
                #expect(isTurned == true)
            }
            #expect(frames == 24_000 && reader.status == .completed && notes.frames.withLock { $0 } == 24_000)
            #expect(notes.calls.withLock { $0 } == ["prepare 1 48000", "unprepare"])
        }
        #expect(notes.calls.withLock { $0 } == ["prepare 1 48000", "unprepare", "finalize"])
    }

    @Test func aTapIsRefusedWithOtherFlagsAndOutsideItsCall() throws {
        let notes = Notes()
        let tap = try tap(notes, kMTAudioProcessingTapCreationFlag_PreEffects)
        var count: CMItemCount = 0
        let list = AudioBufferList.allocate(maximumBuffers: 1)
        defer { free(list.unsafeMutablePointer) }
        #expect(
            MTAudioProcessingTapGetSourceAudio(tap, 16, list.unsafeMutablePointer, nil, nil, &count)
                == kMTAudioProcessingTapInvalidArgumentErr)
        var callbacks = MTAudioProcessingTapCallbacks(
            version: 7, clientInfo: nil, init: nil, finalize: nil, prepare: nil, unprepare: nil,
            process: { _, _, _, _, _, _ in })
        var other: MTAudioProcessingTap?
        let refused = [
            MTAudioProcessingTapCreate(nil, &callbacks, kMTAudioProcessingTapCreationFlag_PreEffects, &other),
            MTAudioProcessingTapCreate(nil, &callbacks, 0, &other),
        ]
        #expect(refused == [kMTAudioProcessingTapInvalidArgumentErr, kMTAudioProcessingTapInvalidArgumentErr])
        #expect(other == nil)
    }
}
