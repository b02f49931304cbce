@testable import SordinoCodecs

/// Writes SBR payloads of one channel with a fixed grid, for tests.
struct ReplicationPayload {
    var header = SBRHeader()
    var rate = 44100
    var isLowDelay = false
    /// Level of all bands in steps of 1.5 dB.
    var level = 20
    /// Noise level of all bands; 30 is almost none.
    var noiseLevel = 30
    var hasSinusoids = false
    /// Parametric stereo data, bits and their count.
    var stereo: ((inout BitOutput) -> Void)?

    func bytes(checksum: Bool = false) throws -> [UInt8] {
        let bands = try SBRBands(header: header, rate: rate)
        var body = BitOutput(byteCapacity: 512)
        body.put(1, 1)
        header.put(&body)
        body.put(0, 1)
        if isLowDelay {
            // Fixed borders, one envelope, 1.5 dB, high resolution.
            body.put(0, 1)
            body.put(0, 2)
            body.put(0, 1)
            body.put(1, 1)
        } else {
            body.put(0, 2)
            body.put(0, 2)
            body.put(1, 1)
        }
        body.put(0, 2)
        for _ in 0..<bands.noiseCount { body.put(0, 2) }
        body.put(level, 7)
        let levels = SBRCodebooks.envelope(balance: false, coarse: false, overTime: false)
        for _ in 1..<bands.highCount { levels.put(0, &body) }
        body.put(noiseLevel, 5)
        let floors = SBRCodebooks.noise(balance: false, overTime: false)
        for _ in 1..<max(1, bands.noiseCount) { floors.put(0, &body) }
        body.put(hasSinusoids ? 1 : 0, 1)
        if hasSinusoids { for _ in 0..<bands.highCount { body.put(1, 1) } }
        guard let stereo else {
            body.put(0, 1)
            return finish(body, checksum)
        }
        var part = BitOutput(byteCapacity: 256)
        part.put(2, 2)
        stereo(&part)
        let bitCount = part.count
        part.align()
        let byteCount = (bitCount + 7) / 8
        body.put(1, 1)
        body.put(min(15, byteCount), 4)
        if byteCount >= 15 { body.put(byteCount - 15, 8) }
        for byte in part.bytes { body.put(Int(byte), 8) }
        return finish(body, checksum)
    }

    private func finish(_ body: BitOutput, _ checksum: Bool) -> [UInt8] {
        var body = body
        let count = body.count
        body.align()
        guard checksum else { return body.bytes }
        // The checksum covers the bits up to the end of the last byte of the payload, it itself in front.
        var whole = BitOutput(byteCapacity: 512)
        let padding = (8 - (10 + count) & 7) & 7
        var padded = BitOutput(byteCapacity: 512)
        body.bytes.withUnsafeBytes { bytes in
            var input = BitInput(bytes)
            for _ in 0..<count { padded.put(input.bits(1), 1) }
        }
        padded.put(0, padding)
        padded.align()
        let last = isLowDelay ? count : count + padding
        whole.put(padded.bytes.withUnsafeBytes { SBRChecksum.value(BitInput($0), to: last) }, 10)
        padded.bytes.withUnsafeBytes { bytes in
            var input = BitInput(bytes)
            for _ in 0..<count + padding { whole.put(input.bits(1), 1) }
        }
        whole.align()
        return whole.bytes
    }
}

/// Runs a band replicator over frames of a generated core.
final class ReplicationRun {
    let replicator: BandReplicator
    let frameLength: Int
    private var core: [UnsafeMutablePointer<Float>]
    private var output: [UnsafeMutablePointer<Float>]
    private(set) var planes: [[Float]]

    init?(_ settings: BandReplicationSettings) {
        guard let replicator = BandReplicator(settings) else { return nil }
        self.replicator = replicator
        let outputLength = settings.coreFrameLength * settings.outputSampleRate / settings.coreSampleRate
        frameLength = settings.coreFrameLength
        core = (0..<settings.elementChannelCount).map { _ in .allocate(capacity: settings.coreFrameLength) }
        output = (0..<replicator.outputChannelCount).map { _ in .allocate(capacity: outputLength) }
        planes = output.map { _ in [] }
        self.outputLength = outputLength
    }

    private let outputLength: Int

    deinit { for list in core + output { list.deallocate() } }

    /// Reads a payload, if there is one, and adds a frame of output; `source` gives the core's samples.
    @discardableResult
    func frame(_ payload: [UInt8]?, checksum: Bool = false, keep: Bool = true, source: (Int, Int) -> Float) -> Bool {
        var isRead = false
        if let payload {
            payload.withUnsafeBytes { bytes in
                var input = BitInput(bytes)
                isRead = (try? replicator.read(&input, end: bytes.count * 8, hasChecksum: checksum)) != nil
            }
        }
        for (channel, list) in core.enumerated() {
            for index in 0..<frameLength { list[index] = source(channel, index) }
        }
        core.withUnsafeBufferPointer { core in
            output.withUnsafeBufferPointer { output in
                guard let core = core.baseAddress, let output = output.baseAddress else { return }
                replicator.process(core: core, output: output, frame: isRead ? .read : .absent)
            }
        }
        if keep {
            for (index, list) in output.enumerated() {
                planes[index].append(contentsOf: UnsafeBufferPointer(start: list, count: outputLength))
            }
        }
        return isRead
    }

    /// Indicates whether the last frame is free of infinities and numbers that are none.
    var isFinite: Bool { output.allSatisfy { list in (0..<outputLength).allSatisfy { list[$0].isFinite } } }
}
