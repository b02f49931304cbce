import CoreAudioTypes
import SordinoSignal

/// A conversion of nothing but numbers and their order: one step, from the program's memory to the program's memory.
///
/// The samples are those that the way by planes in between would give.
final class DirectConversion {
    private enum Way {
        /// The bytes are the same.
        case copy
        /// The output holds numbers that memory holds; the input is read as it is stored.
        case decode(SampleBlock.Kind)
        /// The input holds numbers that memory holds; the output is stored from them.
        case encode(SampleBlock.Kind)
    }

    private let source: PCMShape
    private let target: PCMShape
    private let channelCount: Int
    private let way: Way
    /// Indicates whether each channel has a buffer of its own on both sides; otherwise one side at least is woven.
    private let isByChannel: Bool
    /// The beginnings of the buffers that hold numbers.
    private let places: UnsafeMutablePointer<UnsafeMutableRawPointer>

    /// Prepares to convert; nil if it takes more than one step.
    ///
    /// - Parameters:
    ///   - source: Frames that go in, of as many channels as come out.
    ///   - target: Frames that come out.
    init?(_ source: PCMShape, _ target: PCMShape, channelCount: Int) {
        guard source.isPlain, target.isPlain, channelCount > 0,
            let way = Self.way(source, target, channelCount: channelCount)
        else { return nil }
        self.source = source
        self.target = target
        self.channelCount = channelCount
        self.way = way
        isByChannel = channelCount == 1 || !source.isInterleaved && !target.isInterleaved
        places = .allocate(capacity: channelCount)
    }

    deinit { places.deallocate() }

    private static func way(_ source: PCMShape, _ target: PCMShape, channelCount: Int) -> Way? {
        let isMono = channelCount == 1
        let (sourceKind, targetKind) = (source.memoryKind, target.memoryKind)
        if source.encoding == target.encoding, isMono || source.isInterleaved == target.isInterleaved { return .copy }
        // One side is one channel after the other where the other side is numbers in any order, or both are.
        let decodes = isMono || source.isInterleaved || !target.isInterleaved
        let encodes = isMono || target.isInterleaved || !source.isInterleaved
        // Floats have the vector kernels, on either side.
        if targetKind == .float32, decodes { return .decode(.float32) }
        if sourceKind == .float32, encodes { return .encode(.float32) }
        if let targetKind, decodes { return .decode(targetKind) }
        if let sourceKind, encodes { return .encode(sourceKind) }
        return nil
    }

    /// Converts frames.
    ///
    /// - Parameters:
    ///   - input: The buffers of the input.
    ///   - first: The first frame to convert.
    ///   - output: The buffers of the output, none of them empty.
    ///   - place: Frame of the output that receives the first one.
    ///   - frameCount: Frames to convert.
    func convert(
        _ input: UnsafePointer<AudioBuffer>, fromFrame first: Int, into output: UnsafeMutableAudioBufferListPointer,
        atFrame place: Int, frameCount: Int
    ) {
        let sourceWidth = source.bytesPerFrame(channelCount: channelCount)
        let targetWidth = target.bytesPerFrame(channelCount: channelCount)
        let isWhole = !isByChannel || channelCount == 1
        switch way {
        case .copy:
            for index in 0..<target.bufferCount(channelCount: channelCount) {
                guard let from = input[index].mData, let to = output[index].mData else { continue }
                (to + place * targetWidth)
                    .copyMemory(from: from + first * sourceWidth, byteCount: frameCount * sourceWidth)
            }
        case .decode(let kind):
            let block = block(kind, target) { output[$0].mData }
            for channel in 0..<(isWhole ? 1 : channelCount) {
                guard let from = input[channel].mData else { continue }
                SampleCodec.decode(
                    source.encoding, from + first * sourceWidth, frameCount: frameCount,
                    into: isWhole ? block : block.plane(channel), atFrame: place)
            }
        case .encode(let kind):
            let block = block(kind, source) { input[$0].mData }
            for channel in 0..<(isWhole ? 1 : channelCount) {
                guard let to = output[channel].mData else { continue }
                SampleCodec.encode(
                    target.encoding, isWhole ? block : block.plane(channel), atFrame: first, frameCount: frameCount,
                    into: to + place * targetWidth)
            }
        }
    }

    /// The buffers of a side as numbers in memory.
    private func block(
        _ kind: SampleBlock.Kind, _ shape: PCMShape, _ buffer: (Int) -> UnsafeMutableRawPointer?
    ) -> SampleBlock {
        for index in 0..<shape.bufferCount(channelCount: channelCount) {
            guard let memory = buffer(index) else { continue }
            (places + index).initialize(to: memory)
        }
        return SampleBlock(
            kind, channelCount: channelCount, isInterleaved: shape.isInterleaved, buffers: UnsafePointer(places))
    }
}

extension PCMShape {
    /// The kind of number that the samples are as they lie; nil if they have to be converted to be one.
    package var memoryKind: SampleBlock.Kind? {
        switch encoding {
        case .int16(let order): order.isSwapped ? nil : .int16
        case .int32(let order): order.isSwapped ? nil : .int32
        case .float32(let order): order.isSwapped ? nil : .float32
        case .float64(let order): order.isSwapped ? nil : .float64
        case .uint8, .int8, .int24, .int64, .muLaw, .aLaw: nil
        }
    }
}
