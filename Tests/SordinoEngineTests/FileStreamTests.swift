import SordinoGraph
import SordinoMedia
import Testing

@testable import SordinoEngine

/// The reader of files: lengths by the formula round(n · ratio / speed), samples against the file's own.
@Suite struct FileStreamTests {
    /// A wave file of 32-bit floats, one channel.
    ///
    /// - Parameter sample: The sample of a frame; by default frame k is k + 1.
    static func reader(
        frames: Int, rate: UInt32 = 48_000, sample: (Int) -> Float = { Float($0 + 1) }
    ) throws -> MediaReader {
        var bytes: [UInt8] = []
        func put(_ text: String) { bytes += Array(text.utf8) }
        func put(_ number: UInt32) { bytes += (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
        func put(short number: UInt16) { bytes += [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)] }
        put("RIFF")
        put(UInt32(36 + frames * 4))
        put("WAVEfmt ")
        put(16)
        put(short: 3)
        put(short: 1)
        put(rate)
        put(rate * 4)
        put(short: 4)
        put(short: 32)
        put("data")
        put(UInt32(frames * 4))
        for frame in 0..<frames { put(sample(frame).bitPattern) }
        return try MediaReader(bytes: bytes)
    }

    private func read(_ stream: FileStream, _ count: Int) -> [Float] {
        var samples = [Float](repeating: -1, count: count)
        let given = samples.withUnsafeMutableBufferPointer { buffer in
            guard var base = buffer.baseAddress else { return 0 }
            return stream.read(into: &base, frameCount: count)
        }
        return Array(samples.prefix(given))
    }

    private let round: [Float] = (1...100).map(Float.init)

    @Test func aFileIsReadOnceAndItsEndIsKnownWithItsLastFrame() throws {
        let stream = FileStream(playing: try Self.reader(frames: 100), from: 10, rate: 48_000, loops: 0, speed: nil)
        #expect(stream.endFrame == nil)
        #expect(read(stream, 90) == Array(round[10...]))
        #expect(stream.endFrame == 90)
        #expect(read(stream, 10) == [])
    }

    @Test func fewerLoopsCutWhatWasReadAhead() throws {
        let stream = FileStream(playing: try Self.reader(frames: 100), from: 0, rate: 48_000, loops: -1, speed: nil)
        #expect(read(stream, 350) == round + round + round + Array(round[..<50]))
        #expect(stream.endFrame == nil)
        // Frame 120 is heard: the second round is the last.
        stream.setLoops(0, heardFrame: 120)
        #expect(stream.endFrame == 200)
        stream.setLoops(1, heardFrame: 120)
        #expect(stream.endFrame == 300)
    }

    @Test func moreLoopsGoOnBehindTheEnd() throws {
        let stream = FileStream(playing: try Self.reader(frames: 100), from: 0, rate: 48_000, loops: 0, speed: nil)
        #expect(read(stream, 200) == round)
        #expect(stream.endFrame == 100)
        stream.setLoops(1, heardFrame: 50)
        #expect(stream.endFrame == nil)
        #expect(read(stream, 200) == round)
        #expect(stream.endFrame == 200)
    }

    @Test func aCutThatIsTakenBackLosesNoFrame() throws {
        let stream = FileStream(playing: try Self.reader(frames: 100), from: 0, rate: 48_000, loops: 5, speed: nil)
        #expect(read(stream, 250).count == 250)
        stream.setLoops(0, heardFrame: 50)
        #expect(stream.endFrame == 100)
        stream.setLoops(3, heardFrame: 60)
        #expect(stream.endFrame == nil)
        #expect(read(stream, 500) == Array(round[50...]) + round)
        #expect(stream.endFrame == 400)
    }

    @Test func placesAreThoseOfTheFile() throws {
        let stream = FileStream(
            playing: try Self.reader(frames: 100, rate: 24_000), from: 40, rate: 48_000, loops: 1, speed: nil)
        #expect(read(stream, 1_000).count == 320)
        #expect(stream.endFrame == 320)
        #expect(stream.fileFrame(of: 0) == 40)
        #expect(stream.fileFrame(of: 100) == 90)
        #expect(stream.fileFrame(of: 140) == 10)
        #expect(stream.fileFrame(of: 320) == 100)
    }

    @Test(arguments: [0.5, 1, 1.25, 2])
    func theLengthFollowsTheSpeed(speed: Double) throws {
        let reader = try Self.reader(frames: 30_000)
        let stream = FileStream(playing: reader, from: 0, rate: 48_000, loops: 0, speed: speed)
        let expected = Int((30_000 / speed).rounded())
        #expect(read(stream, 100_000).count == expected)
        #expect(stream.endFrame == expected)
    }

    @Test func aClosedStreamLeavesTheReaderAlone() throws {
        let reader = try Self.reader(frames: 100)
        let first = FileStream(playing: reader, from: 0, rate: 48_000, loops: 0, speed: nil)
        #expect(read(first, 10) == Array(round[..<10]))
        first.close()
        let second = FileStream(playing: reader, from: 50, rate: 48_000, loops: 0, speed: nil)
        #expect(read(first, 10) == [])
        #expect(read(second, 10) == Array(round[50..<60]))
    }

    @Test func aPartThatIsRepeatedHasAFixedLength() throws {
        let stream = FileStream(try Self.reader(frames: 100), from: 20, frameCount: 30, rate: 48_000, repeatCount: 2)
        #expect(stream.frameCount == 90)
        let part = Array(round[20..<50])
        #expect(read(stream, 100) == part + part + part)
        stream.rewind()
        #expect(read(stream, 40) == part + Array(part[..<10]))
    }
}
