import Foundation
import SordinoMedia
import Testing

@Suite struct MediaReaderTests {
    static func file(_ samples: [[Float]], _ encoding: SampleEncoding = .int16(.little)) throws -> [UInt8] {
        try written(
            samples, "WAVE", MediaDescription(MediaFormat(encoding, sampleRate: 8000, channelCount: samples.count)))
    }

    @Test func anyStepsAndJumpsGiveTheSameFrames() throws {
        let samples = exactSamples(channelCount: 2, frameCount: 40_000, bits: 16)
        for encoding in [SampleEncoding.int16(.little), .int24(.little), .float32(.little)] {
            let reader = try MediaReader(bytes: Self.file(samples, encoding))
            for step in [1, 7, 512, 16_384, 50_000] {
                let start = step == 1 ? 39_000 : 0
                reader.seek(to: Int64(start))
                #expect(
                    try allFrames(reader, step: step) == samples.map { Array($0[start...]) }, "\(encoding), \(step)")
            }
            for frame in [39_999, 0, 20_000, 20_001, 19_999, 32_768] {
                reader.seek(to: Int64(frame))
                #expect(try allFrames(reader) == samples.map { Array($0[frame...]) }, "\(encoding), from \(frame)")
            }
            reader.seek(to: 1 << 60)
            #expect(reader.position == 40_000)
            reader.seek(to: -5)
            #expect(reader.position == 0)
        }
    }

    @Test func sixteenBitFilesAreHandedOutVerbatim() throws {
        let samples: [[Float]] = [[-1, 0.5, 1 / 32768], [0.25, -0.5, 32767 / 32768]]
        let reader = try MediaReader(bytes: Self.file(samples))
        var out = [Int16](repeating: 0, count: 20)
        let count = try out.withUnsafeMutableBufferPointer {
            try reader.read(into: #require($0.baseAddress), frameCount: 10)
        }
        #expect(count == 3)
        #expect(Array(out.prefix(6)) == [-32768, 8192, 16384, -16384, 1, 32767])
    }

    @Test func aFileThatBecomesShorterEndsEarly() throws {
        let folder = try TemporaryFolder()
        let samples = exactSamples(channelCount: 1, frameCount: 100_000, bits: 16)
        let path = folder.file("a.wav")
        try Data(Self.file(samples)).write(to: URL(fileURLWithPath: path))
        let reader = try MediaReader(path: path)
        #expect(truncate(path, off_t(reader.dataRange.lowerBound) + 2001) == 0)
        #expect(try allFrames(reader) == [Array(samples[0].prefix(1000))])
    }

    @Test func aHugeFileIsOpenedByReadingItsHeadersAndNoMore() throws {
        let format = MediaFormat(.int16(.little), sampleRate: 44100, channelCount: 2)
        let header = try CAFWriter(MediaDescription(format)).header(dataByteCount: 1 << 40, isFinished: true)
        var (asked, largest) = (0, 0)
        let source = CallbackByteSource(
            byteCount: { () throws(MediaError) -> Int64 in Int64(header.count) + 1 << 40 },
            read: { (buffer, offset) throws(MediaError) -> Int in
                asked += buffer.count
                largest = max(largest, buffer.count)
                for index in buffer.indices {
                    let at = Int(offset) + index
                    buffer[index] = at < header.count ? header[at] : 0
                }
                return buffer.count
            })
        let reader = try MediaReader(source)
        #expect(reader.frameCount == 1 << 38)
        #expect(asked <= 8192)
        reader.seek(to: 1 << 37)
        var out = [Int16](repeating: 1, count: 2000)
        let count = try out.withUnsafeMutableBufferPointer { buffer in
            try reader.read(into: #require(buffer.baseAddress), frameCount: 1000)
        }
        #expect(count == 1000)
        #expect(out.allSatisfy { $0 == 0 })
        #expect(largest <= 1 << 16)
    }

    @Test func callbacksThatLieAreNotBelieved() throws {
        let file = try Self.file([[0.5, 0.25]])
        let boasting = CallbackByteSource(
            byteCount: { () throws(MediaError) -> Int64 in Int64(file.count) },
            read: { (buffer, _) throws(MediaError) -> Int in buffer.count + 1000 })
        #expect(throws: MediaError.self) { try MediaReader(boasting) }
        let failing = CallbackByteSource(
            byteCount: { () throws(MediaError) -> Int64 in Int64(file.count) },
            read: { (_, _) throws(MediaError) -> Int in
                throw .io(.init(operation: "read", name: "callbacks", number: 5, message: "no"))
            })
        let error = #expect(throws: MediaError.self) { try MediaReader(failing) }
        #expect(error?.description == "cannot read callbacks: no")
        var calls = 0
        let slow = CallbackByteSource(
            byteCount: { () throws(MediaError) -> Int64 in Int64(file.count) },
            read: { (buffer, offset) throws(MediaError) -> Int in
                calls += 1
                guard Int(offset) < file.count else { return 0 }
                buffer[0] = file[Int(offset)]
                return 1
            })
        #expect(try allFrames(MediaReader(slow)) == [[0.5, 0.25]])
        #expect(calls > file.count)
    }

    @Test func aMissingFileIsNamed() throws {
        let error = #expect(throws: MediaError.self) { try MediaReader(path: "/nowhere/x.wav") }
        #expect(
            error
                == .io(
                    .init(
                        operation: "open", name: "/nowhere/x.wav", number: ENOENT, message: "No such file or directory")
                ))
    }
}
