import AVFoundation
import SordinoSimulator
import Synchronization
import Testing

/// Renderers of sample buffers on a simulated telephone with headphones, whose samples leave the port as they were
/// mixed.
@Suite struct SampleBufferRendererTests {
    let phone: SongTelephone
    let device: SimulatedDevice
    let app: SimulatedApp

    init() throws {
        phone = try SongTelephone()
        (device, app) = (phone.device, phone.app)
    }

    /// Impulses of two renderers at one time are heard as one of double size; gaps have their exact length.
    @Test func twoRenderersAreHeardAtTheSameFrame() throws {
        let (synchronizer, renderers) = phone.line(2)
        let start = device.now
        try app.perform {
            for renderer in renderers {
                renderer.enqueue(try phone.samples(phone.impulse(at: 100, of: 4800), atFrame: 0))
                renderer.enqueue(try phone.samples(phone.impulse(at: 0, of: 4800), atFrame: 12_345))
            }
            renderers[1].enqueue(try phone.samples(phone.impulse(at: 7, of: 480), atFrame: 24_000))
            synchronizer.setRate(1, time: .zero)
        }
        #expect(renderers.allSatisfy { $0.status == .rendering } && synchronizer.rate == 1)
        device.advance(1)
        let marks = phone.marks(since: start)
        #expect(marks.map(\.sample) == [0.5, 0.5, 0.25], "\(marks)")
        let distances = zip(marks, marks.dropFirst()).map { $1.frame - $0.frame }
        #expect(distances == [12_245, 11_662])
        #expect(abs(synchronizer.currentTime().seconds - 0.95) < 0.06)
    }

    /// A ramp continues where it was paused, and no frame is lost or repeated.
    @Test func aPauseLosesNoFrame() throws {
        let (synchronizer, renderers) = phone.line()
        try app.perform {
            for block in 0..<20 {
                let samples = (0..<4800).map { Float(block * 4800 + $0 + 1) / 262_144 }
                renderers[0].enqueue(try phone.samples(samples, atFrame: Int64(block * 4800)))
            }
            synchronizer.setRate(1, time: .zero)
        }
        let start = device.now
        device.advance(0.5)
        app.perform { synchronizer.rate = 0 }
        let held = synchronizer.currentTime()
        device.advance(0.3)
        #expect(synchronizer.currentTime() == held && held.seconds > 0.3)
        app.perform { synchronizer.rate = 1 }
        device.advance(0.5)
        let frames = phone.marks(since: start).map { Int(($0.sample * 262_144).rounded()) }
        #expect(frames == Array(1...max(frames.count, 1)), "\(frames.count) frames, \(frames.first ?? 0)")
        #expect(frames.count > 40_000)
        device.allowsArtefacts(because: "a ramp that is paused ends in a step")
    }

    /// After a flush and another time, the new media is heard and the old is not.
    @Test func aFlushAndANewTimeSeek() throws {
        let (synchronizer, renderers) = phone.line()
        try app.perform {
            renderers[0].enqueue(try phone.samples(Array(repeating: 0.25, count: 96_000), atFrame: 0))
            synchronizer.setRate(1, time: .zero)
        }
        device.advance(0.5)
        try app.perform {
            synchronizer.rate = 0
            renderers[0].flush()
            renderers[0].enqueue(try phone.samples(Array(repeating: 0.5, count: 96_000), atFrame: 480_000))
            synchronizer.setRate(1, time: CMTime(value: 10, timescale: 1))
        }
        let seek = device.now
        device.advance(0.5)
        #expect(phone.heard(from: seek + 0.2, to: device.now).allSatisfy { $0 == 0.5 })
        #expect(synchronizer.currentTime().seconds > 10.3 && synchronizer.currentTime().seconds < 10.6)
        device.allowsArtefacts(because: "a seek between two levels is a step")
    }

    /// At rate 2 the time line passes twice as fast, and a second is over in half of one.
    @Test func rateTwoTakesHalfTheTime() throws {
        let (synchronizer, renderers) = phone.line()
        try app.perform {
            let samples = (0..<96_000).map { Float(sin(Double($0) * 0.0576)) / 4 }
            renderers[0].enqueue(try phone.samples(samples, atFrame: 0))
            synchronizer.setRate(2, time: .zero)
        }
        let start = device.now
        device.advance(1.5)
        let heard = phone.heard(from: start, to: device.now).lastIndex { abs($0) > 0.001 } ?? 0
        #expect(abs(Double(heard) / 48_000 - 1.05) < 0.06, "\(heard)")
        #expect(abs(synchronizer.currentTime().seconds - 2.9) < 0.15)
    }

    /// A program that is asked hands over so much that nothing is missed, and no more than some seconds.
    @Test func aProgramIsAskedBeforeMediaRunsDry() throws {
        let (synchronizer, renderers) = phone.line()
        let renderer = renderers[0]
        let made = Mutex(0)
        app.perform {
            renderer.requestMediaDataWhenReady(on: .main) {
                while renderer.isReadyForMoreMediaData {
                    let frame = made.withLock { count in
                        defer { count += 960 }
                        return count
                    }
                    let samples = [Float](repeating: 0.25, count: 960)
                    if let buffer = try? phone.samples(samples, atFrame: Int64(frame)) { renderer.enqueue(buffer) }
                }
            }
            synchronizer.setRate(1, time: .zero)
        }
        let start = device.now
        device.advance(8)
        #expect(phone.heard(from: start + 0.3, to: device.now).allSatisfy { $0 == 0.25 })
        let ahead = Double(made.withLock { $0 }) / 48_000 - synchronizer.currentTime().seconds
        #expect(ahead > 1 && ahead < 4, "\(ahead)")
        app.perform { renderer.stopRequestingMediaData() }
        device.advance(5)
        #expect(phone.heard(from: device.now - 0.5, to: device.now).allSatisfy { $0 == 0 })
        #expect(!renderer.hasSufficientMediaDataForReliablePlaybackStart)
        device.allowsArtefacts(because: "a constant level begins and ends with a step")
    }

    /// A call sets the rate to 0 and says so; the program sets it again.
    @Test func aCallStopsTheTimeLine() throws {
        let (synchronizer, renderers) = phone.line()
        let changes = Mutex<[Float]>([])
        let token = NotificationCenter.default.addObserver(
            forName: AVSampleBufferRenderSynchronizer.rateDidChangeNotification, object: synchronizer, queue: nil
        ) { note in
            let rate = (note.object as? AVSampleBufferRenderSynchronizer)?.rate ?? -1
            changes.withLock { $0.append(rate) }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try app.perform {
            renderers[0].enqueue(try phone.samples(Array(repeating: 0.25, count: 480_000), atFrame: 0))
            synchronizer.setRate(1, time: .zero)
        }
        device.advance(0.5)
        device.ring()
        device.advance(0.5)
        #expect(synchronizer.rate == 0 && changes.withLock { $0 } == [1, 0])
        let held = synchronizer.currentTime()
        device.declineCall()
        device.advance(1)
        #expect(synchronizer.rate == 0 && synchronizer.currentTime() == held)
        app.perform { synchronizer.rate = 1 }
        device.advance(0.5)
        #expect(phone.heard(from: device.now - 0.1, to: device.now).allSatisfy { $0 == 0.25 })
        device.allowsArtefacts(because: "a constant level that stops ends in a step")
    }

    /// Buffers that cannot be played fail with a sentence; a flush ends the failure.
    @Test func badBuffersFailWithASentence() throws {
        let times: [CMTime] = [
            .invalid, .indefinite, .positiveInfinity, CMTime(seconds: .nan, preferredTimescale: 600),
            CMTime(value: .max, timescale: 1), CMTime(value: .min + 1, timescale: 1),
        ]
        let (synchronizer, renderers) = phone.line()
        let renderer = renderers[0]
        for time in times {
            let good = try phone.samples([0.5], atFrame: 0)
            try? good.setOutputPresentationTimeStamp(time)
            app.perform { renderer.enqueue(good) }
            let isIgnored = !time.isNumeric && good.outputPresentationTimeStamp.isNumeric
            #expect(isIgnored || (renderer.status == .failed && renderer.error?.localizedDescription.isEmpty == false))
            app.perform { renderer.enqueue(good) }
            app.perform { renderer.flush() }
            #expect(renderer.status != .failed)
        }
        let gone = try phone.samples([0.5], atFrame: 0)
        try gone.invalidate()
        app.perform { renderer.enqueue(gone) }
        #expect(renderer.status == .failed)
        try app.perform {
            renderer.flush()
            renderer.enqueue(try phone.samples([0.5], atFrame: -4800))
            synchronizer.rate = .nan
            synchronizer.rate = -1
        }
        #expect(renderer.status == .rendering && synchronizer.rate == 0)
    }
}
