import AVFoundation
import ByteMutation
import SordinoSimulator
import Synchronization
import Testing

/// The time line of sample buffers: the sound of buffers that cover each other, of packets and at other rates,
/// and the calls of observers.
@Suite struct SampleBufferLineTests {
    let phone: SongTelephone
    let device: SimulatedDevice
    let app: SimulatedApp

    init() throws {
        phone = try SongTelephone()
        (device, app) = (phone.device, phone.app)
    }

    // MARK: Overlaps and flushes

    /// The buffer that came last is heard where several lie, also if it begins before those that came earlier.
    @Test func theLaterBufferReplacesTheEarlierOne() throws {
        let (synchronizer, renderers) = phone.line()
        let start = device.now
        try app.perform {
            let parts: [(Float, Int, Int64)] = [
                (0.25, 48_000, 0), (0.5, 2_400, 12_000), (-0.25, 4_800, 11_000), (0.125, 24_000, 36_000),
                (-0.5, 1_000, 6_000),
            ]
            for (value, count, frame) in parts {
                renderers[0].enqueue(try phone.samples(Array(repeating: value, count: count), atFrame: frame))
            }
            synchronizer.setRate(1, time: .zero)
        }
        device.advance(0.5)
        // While the first is heard.
        try app.perform {
            renderers[0].enqueue(try phone.samples(Array(repeating: -0.125, count: 480), atFrame: 40_000))
        }
        device.advance(1.5)
        let runs = phone.runs(since: start)
        #expect(
            runs == [
                [0.25, 6_000], [-0.5, 1_000], [0.25, 4_000], [-0.25, 4_800], [0.25, 20_200], [0.125, 4_000],
                [-0.125, 480], [0.125, 19_520],
            ])
        #expect(renderers[0].status == .rendering)
        device.allowsArtefacts(because: "levels follow each other in steps")
    }

    /// Buffers that come in the opposite order are heard in the order of their times.
    @Test func theOrderOfComingDoesNotMatter() throws {
        let (synchronizer, renderers) = phone.line()
        let start = device.now
        try app.perform {
            for block in (0..<200).reversed() {
                let samples = (0..<240).map { Float(block * 240 + $0 + 1) / 262_144 }
                renderers[0].enqueue(try phone.samples(samples, atFrame: Int64(block * 240)))
            }
            synchronizer.setRate(1, time: .zero)
        }
        device.advance(1.5)
        let frames = phone.marks(since: start).map { Int(($0.sample * 262_144).rounded()) }
        #expect(frames == Array(1...48_000), "\(frames.count) frames")
        device.allowsArtefacts(because: "a ramp ends in a step")
    }

    /// A flush from a time lets the sound before it end there, to the frame, and other media takes its place.
    @Test func aFlushFromATimeLeavesWhatIsBefore() throws {
        let (synchronizer, renderers) = phone.line()
        let renderer = renderers[0]
        let answers = Mutex<[Bool]>([])
        let start = device.now
        try app.perform {
            renderer.enqueue(try phone.samples(Array(repeating: 0.25, count: 144_000), atFrame: 0))
            synchronizer.setRate(1, time: .zero)
        }
        device.advance(0.5)
        app.perform {
            renderer.flush(fromSourceTime: CMTime(value: 1, timescale: 1)) { isDone in
                answers.withLock { $0.append(isDone) }
            }
            for late in [CMTime.zero, synchronizer.currentTime(), .invalid] {
                renderer.flush(fromSourceTime: late) { isDone in answers.withLock { $0.append(isDone) } }
            }
        }
        device.advance(0.1)
        #expect(answers.withLock { $0 } == [true, false, false, false])
        try app.perform {
            renderer.enqueue(try phone.samples(Array(repeating: 0.5, count: 4_800), atFrame: 52_800))
        }
        device.advance(1)
        #expect(phone.runs(since: start) == [[0.25, 48_000], [0, 4_800], [0.5, 4_800]])
        // A time line that stands forgets from any time on.
        app.perform {
            synchronizer.rate = 0
            renderer.flush(fromSourceTime: .zero) { isDone in answers.withLock { $0.append(isDone) } }
        }
        device.advance(0.1)
        #expect(answers.withLock { $0.last } == true)
        #expect(!renderer.hasSufficientMediaDataForReliablePlaybackStart)
        device.allowsArtefacts(because: "levels follow each other in steps")
    }

    // MARK: Packets

    /// Packets of a track, handed over as they lie in their file, sound as the file does in a player.
    @Test(arguments: ["aac.m4a", "alac.m4a", "cbr.mp3", "opus.opus"])
    func packetsSoundAsTheirFile(_ name: String) throws {
        let seed = try #require(SeedFiles.all().first { $0.name == name })
        let url = phone.folder.appendingPathComponent(name)
        try Data(seed.bytes).write(to: url)
        let asset = AVURLAsset(url: url)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: try #require(asset.tracks.first), outputSettings: nil)
        reader.add(output)
        #expect(reader.startReading())
        let (synchronizer, renderers) = phone.line()
        let start = device.now
        var count = 0
        app.perform {
            while let buffer = output.copyNextSampleBuffer() {
                renderers[0].enqueue(buffer)
                count += 1
            }
            synchronizer.setRate(1, time: .zero)
        }
        device.advance(1)
        #expect(count > 0 && renderers[0].status == .rendering, "\(count), \(String(describing: renderers[0].error))")
        let given = heard(since: start)
        app.perform { synchronizer.rate = 0 }
        let again = device.now
        let player = try app.perform { try AVAudioPlayer(contentsOf: url) }
        app.perform { _ = player.play() }
        device.advance(1)
        let wanted = heard(since: again)
        #expect(wanted.count > 4_800 && given.count >= wanted.count - 2, "\(given.count), \(wanted.count)")
        // A file ends; a time line continues, so that the last frames pass through a resampler with the silence behind
        // them. The reader states no trimming at the end of MP3.
        let apart = zip(given, wanted.dropLast(128)).map { abs($0 - $1) }.max() ?? 1
        #expect(apart < 0.000_1, "\(apart)")
        device.allowsArtefacts(because: "the files are cut from longer sounds")
    }

    /// The samples that were heard since a time, from the first to the last frame that is not silent.
    private func heard(since start: Double) -> [Float] {
        let samples = phone.heard(from: start, to: device.now)
        guard let first = samples.firstIndex(where: { $0 != 0 }), let last = samples.lastIndex(where: { $0 != 0 })
        else { return [] }
        return Array(samples[first...last])
    }

    /// Buffers of another rate than the device's follow each other without a seam.
    @Test func buffersOfAnotherRateHaveNoSeam() throws {
        let (synchronizer, renderers) = phone.line(2)
        let start = device.now
        try app.perform {
            for block in 0..<100 {
                let frames = block * 441..<(block + 1) * 441
                let samples = phone.sine(frames, hertz: 441, rate: 44_100)
                renderers[0].enqueue(try phone.samples(samples, atFrame: Int64(frames.lowerBound), rate: 44_100))
            }
            // The format of the first buffer makes the line; others are converted to it.
            renderers[1].enqueue(try phone.samples(Array(repeating: 0, count: 480), atFrame: 0))
            for block in 0..<100 {
                let frames = block * 441..<(block + 1) * 441
                let samples = phone.sine(frames, hertz: 441, rate: 44_100, sign: -1)
                renderers[1].enqueue(
                    try phone.samples(samples, atFrame: Int64(4_410 + frames.lowerBound), rate: 44_100))
            }
            synchronizer.setRate(1, time: .zero)
        }
        device.advance(1.5)
        let samples = phone.heard(from: start, to: device.now)
        let first = try #require(samples.firstIndex { abs($0) > 0.01 })
        // For a tenth of a second one, then both, which cancel each other as a tenth is a whole number of waves.
        let both = samples[(first + 5_800)..<(first + 46_000)]
        // 44.1 periods lie in a tenth of a second: the second begins 36 degrees later, and the sum is 0.62 of one.
        let peak = both.map(abs).max() ?? 0
        #expect(abs(peak - 0.25 * 2 * Float(sin(0.05 * 2 * Double.pi))) < 0.002, "\(peak)")
    }

    // MARK: Rates

    /// Two renderers with opposite sounds cancel each other while the rate changes again and again.
    @Test(arguments: [AVAudioTimePitchAlgorithm.varispeed, .timeDomain])
    func renderersChangeTheirRateAtTheSameFrame(_ algorithm: AVAudioTimePitchAlgorithm) throws {
        let (synchronizer, renderers) = phone.line(3)
        let start = device.now
        try app.perform {
            for (renderer, sign) in zip(renderers, [1.0, -1, 1]) {
                renderer.audioTimePitchAlgorithm = algorithm
                let samples = phone.sine(0..<480_000, sign: sign)
                renderer.enqueue(try phone.samples(samples, atFrame: 0))
            }
            // The third is heard alone, so that silence does not count as success.
            renderers[0].volume = 0.5
            renderers[1].volume = 0.5
            synchronizer.setRate(1, time: .zero)
        }
        for rate in [Float(1), 2, 0.5, 1.5, 1] {
            app.perform { synchronizer.rate = rate }
            let before = synchronizer.currentTime().seconds
            device.advance(0.5)
            let passed = synchronizer.currentTime().seconds - before
            #expect(abs(passed - 0.5 * Double(rate)) < 0.15, "\(rate): \(passed)")
        }
        #expect(synchronizer.rate == 1)
        let samples = phone.heard(from: start + 0.2, to: device.now - 0.1)
        // A sound begins anew at another rate: the filter of the new rate knows nothing from before.
        #expect(samples.allSatisfy { abs($0) <= 0.3 }, "\(samples.map(abs).max() ?? 0)")
        // No hole: half a period of the slowest sound is shorter than ten milliseconds.
        let quiet = stride(from: 0, to: samples.count - 480, by: 480).filter { place in
            samples[place..<place + 480].allSatisfy { abs($0) < 0.1 }
        }
        #expect(quiet.isEmpty, "\(quiet)")
        app.perform { renderers[2].isMuted = true }
        device.advance(0.2)
        let pair = device.now
        for rate in [Float(2), 0.75, 1] {
            app.perform { synchronizer.rate = rate }
            device.advance(0.3)
        }
        let rest = phone.heard(from: pair, to: device.now).map(abs).max() ?? 1
        #expect(rest < 0.000_001, "\(rest)")
        device.allowsArtefacts(because: "a sound is muted at once")
    }

    // MARK: Observers

    /// Periodic observers are called in each stretch of the time line, boundary observers once when a time is passed.
    @Test func observersAreCalledAsTimePasses() throws {
        let (synchronizer, renderers) = phone.line()
        let times = Mutex<[Double]>([])
        let marks = Mutex<[Double]>([])
        let tokens = try app.perform {
            renderers[0].enqueue(try phone.samples(phone.sine(0..<960_000), atFrame: 0))
            let bounds = [0.25, 0.5].map { NSValue(time: CMTime(seconds: $0, preferredTimescale: 600)) }
            let tokens = [
                synchronizer.addPeriodicTimeObserver(
                    forInterval: CMTime(value: 1, timescale: 10), queue: .main
                ) { time in times.withLock { $0.append(time.seconds) } },
                synchronizer.addBoundaryTimeObserver(forTimes: bounds, queue: nil) {
                    marks.withLock { $0.append(synchronizer.currentTime().seconds) }
                },
            ]
            synchronizer.setRate(1, time: .zero)
            return tokens
        }
        device.advance(1.04)
        let heard = times.withLock { $0 }
        let stretches = heard.map { Int(($0 * 10).rounded(.down)) }
        let last = stretches.max() ?? 0
        #expect(last >= 9 && Set(stretches) == Set(0...last), "\(heard)")
        // The first may come more often: when time begins, and when it is set.
        #expect(stretches.filter { $0 > 0 }.count == last, "\(heard)")
        for (mark, bound) in zip(marks.withLock { $0 }, [0.25, 0.5]) { #expect(mark >= bound && mark < bound + 0.03) }
        #expect(marks.withLock { $0.count } == 2)
        // Back before the boundaries: they are passed once more; then there are no calls.
        app.perform { synchronizer.setRate(2, time: .zero) }
        device.advance(0.5)
        #expect(marks.withLock { $0.count } == 4)
        app.perform { for token in tokens { synchronizer.removeTimeObserver(token) } }
        device.advance(0.1)
        let count = times.withLock { $0.count }
        app.perform { synchronizer.setRate(1, time: .zero) }
        device.advance(0.7)
        #expect(times.withLock { $0.count } == count && marks.withLock { $0.count } == 4)
        device.allowsArtefacts(because: "a jump of the time line is a step")
    }

    // MARK: Failure and many

    /// After a failure buffers are ignored and none are asked for; a flush ends it, and the time line has kept going.
    @Test func aFlushEndsAFailure() throws {
        let (synchronizer, renderers) = phone.line()
        let renderer = renderers[0]
        let calls = Mutex(0)
        try app.perform {
            renderer.enqueue(try phone.samples(phone.sine(0..<24_000), atFrame: 0))
            synchronizer.setRate(1, time: .zero)
        }
        device.advance(0.2)
        try app.perform {
            let gone = try phone.samples([0.5], atFrame: 30_000)
            try gone.invalidate()
            renderer.enqueue(gone)
            renderer.enqueue(try phone.samples(Array(repeating: 0.5, count: 48_000), atFrame: 0))
            renderer.requestMediaDataWhenReady(on: .main) { calls.withLock { $0 += 1 } }
        }
        device.advance(1)
        #expect(renderer.status == .failed && renderer.error != nil && !renderer.isReadyForMoreMediaData)
        #expect(calls.withLock { $0 } == 0 && synchronizer.rate == 1)
        #expect(phone.heard(from: device.now - 0.2, to: device.now).allSatisfy { $0 == 0 })
        try app.perform {
            renderer.stopRequestingMediaData()
            renderer.flush()
            #expect(renderer.status == .unknown && renderer.error == nil && renderer.isReadyForMoreMediaData)
            renderer.enqueue(try phone.samples(phone.sine(0..<480_000), atFrame: 0))
        }
        device.advance(0.5)
        #expect(renderer.status == .rendering)
        #expect(phone.heard(from: device.now - 0.1, to: device.now).contains { abs($0) > 0.2 })
        #expect(abs(synchronizer.currentTime().seconds - 1.65) < 0.06)
        device.allowsArtefacts(because: "media that comes late begins in the middle of a wave")
    }

    /// Packets that are no packets are silent or a failure with a sentence, not the end of the program.
    @Test func damagedPacketsStopNothing() throws {
        let (synchronizer, renderers) = phone.line()
        var stream = AudioStreamBasicDescription(
            mSampleRate: 44_100, mFormatID: kAudioFormatMPEG4AAC, mFormatFlags: 2, mBytesPerPacket: 0,
            mFramesPerPacket: 1024, mBytesPerFrame: 0, mChannelsPerFrame: 2, mBitsPerChannel: 0, mReserved: 0)
        for lie in [UInt32(1024), 0, .max] {
            stream.mFramesPerPacket = lie
            var format: CMFormatDescription?
            CMAudioFormatDescriptionCreate(
                allocator: nil, asbd: &stream, layoutSize: 0, layout: nil, magicCookieSize: 0, magicCookie: nil,
                extensions: nil, formatDescriptionOut: &format)
            let described = try #require(format)
            try app.perform {
                for packet in 0..<50 {
                    let bytes = (0..<100).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ packet) }
                    let block = try CMBlockBuffer(length: bytes.count, flags: .assureMemoryNow)
                    try bytes.withUnsafeBytes { try block.replaceDataBytes(with: $0) }
                    let packets = [
                        AudioStreamPacketDescription(mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: 100)
                    ]
                    let buffer = try CMSampleBuffer(
                        dataBuffer: block, dataReady: true, formatDescription: described, numSamples: 1,
                        presentationTimeStamp: CMTime(value: Int64(packet) * 1024, timescale: 44_100),
                        packetDescriptions: packets)
                    renderers[0].enqueue(buffer)
                }
                synchronizer.setRate(1, time: .zero)
            }
            device.advance(0.5)
            #expect(renderers[0].status != .failed || renderers[0].error?.localizedDescription.isEmpty == false)
            app.perform {
                synchronizer.rate = 0
                renderers[0].flush()
            }
        }
        device.allowsArtefacts(because: "damaged packets may become any sound")
    }

    /// No more buffers than may wait are kept; of many buffers of one frame, in any order, each is heard in its place.
    @Test func manySmallBuffersAreBounded() throws {
        let (synchronizer, renderers) = phone.line()
        let renderer = renderers[0]
        let start = device.now
        let limit = 1 << 18
        try app.perform {
            let far = try phone.samples([0.5], atFrame: 480_000)
            for count in 0..<limit {
                renderer.enqueue(far)
                if count == 20_000 { #expect(!renderer.isReadyForMoreMediaData) }
            }
            #expect(renderer.status == .rendering)
            renderer.enqueue(far)
            #expect(renderer.status == .failed && renderer.error?.localizedDescription.isEmpty == false)
            renderer.flush()
            for count in 0..<24_000 {
                // Seven of eight come early, the eighth after them.
                let frame = count % 8 == 7 ? count - 7 : count + 1
                let value = Float(frame % 4096 + 1) / 16_384
                renderer.enqueue(try phone.samples([value], atFrame: Int64(frame)))
            }
            synchronizer.setRate(1, time: .zero)
        }
        device.advance(1)
        let heard = phone.marks(since: start)
        #expect(heard.map { Int(($0.sample * 16_384).rounded()) } == (0..<24_000).map { $0 % 4096 + 1 })
        #expect(zip(heard, heard.dropFirst()).allSatisfy { $1.frame == $0.frame + 1 })
        device.allowsArtefacts(because: "a saw has steps")
    }
}
