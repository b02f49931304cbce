/// The parameters of one frame, by their place in the list that `ILBCPacketLayout` reads and writes.
struct ILBCParameters {
    /// Values, one for each parameter of the mode.
    let values: UnsafeMutablePointer<Int32>
    /// The mode whose parameters these are.
    let mode: ILBCMode

    /// Place of the first of three indices for each line spectrum.
    static var spectra: Int { 0 }
    /// Place of the sub-block, counted from 1, in which the start state begins.
    var startBlock: Int { 3 * mode.spectrumCount }
    /// Place of the flag that the coded samples lie first among the state's 80.
    var stateIsFirst: Int { startBlock + 1 }
    /// Place of the start state's scale.
    var stateScale: Int { startBlock + 2 }
    /// Place of the first sample of the start state.
    var state: Int { startBlock + 3 }
    /// Place of three codebook indices of the target `number`: 0 is the state's remainder, others are sub-blocks.
    func shapes(_ number: Int) -> Int {
        let remainder = state + mode.stateCount
        return number == 0 ? remainder : remainder + 6 + 3 * (number - 1)
    }
    /// Place of three gain indices of the target `number`.
    func gains(_ number: Int) -> Int {
        let remainder = state + mode.stateCount + 3
        let subBlocks = remainder + 3 + 3 * (mode.subBlockCount - 2)
        return number == 0 ? remainder : subBlocks + 3 * (number - 1)
    }
    /// Place of the flag that the packet stands for a lost frame.
    var isEmpty: Int { gains(mode.subBlockCount - 2) + 3 }
    /// The number of parameters in all.
    var count: Int { isEmpty + 1 }
}

/// The order of bits in a packet: three classes of importance, each parameter's highest bits first (RFC 3951, 3.8).
final class ILBCPacketLayout {
    /// A run of bits that belongs to one parameter.
    private struct Run {
        var parameter: UInt8
        var width: UInt8
        var shift: UInt8
    }

    private let runs: UnsafeMutableBufferPointer<Run>
    /// The parameters of the frame last read, or to be written.
    let parameters: ILBCParameters
    private let bytes: UnsafeMutableBufferPointer<UInt8>

    /// Lays out the packets of `mode`.
    init(mode: ILBCMode) {
        let widths = Self.widths(mode: mode)
        var list: [Run] = []
        for importance in 0..<3 {
            for (parameter, width) in widths.enumerated() where width[importance] > 0 {
                let shift = width[(importance + 1)...].reduce(0, +)
                list.append(Run(parameter: UInt8(parameter), width: width[importance], shift: shift))
            }
        }
        runs = .allocate(capacity: list.count)
        _ = runs.initialize(from: list)
        let values = UnsafeMutablePointer<Int32>.allocate(capacity: widths.count)
        values.initialize(repeating: 0, count: widths.count)
        parameters = ILBCParameters(values: values, mode: mode)
        bytes = .allocate(capacity: mode.packetByteCount)
        bytes.initialize(repeating: 0)
    }

    deinit {
        runs.deallocate()
        parameters.values.deallocate()
        bytes.deallocate()
    }

    /// Bits of each parameter in the three classes (RFC 3951, table 3.2).
    static func widths(mode: ILBCMode) -> [[UInt8]] {
        let isLong = mode == .milliseconds30
        var widths: [[UInt8]] = []
        for _ in 0..<mode.spectrumCount { widths += [[6, 0, 0], [7, 0, 0], [7, 0, 0]] }
        widths += [[isLong ? 3 : 2, 0, 0], [1, 0, 0], [6, 0, 0]]
        widths += Array(repeating: [0, 1, 2], count: mode.stateCount)
        widths += [isLong ? [4, 2, 1] : [6, 0, 1], [0, 0, 7], [0, 0, 7]]
        widths += [isLong ? [1, 1, 3] : [2, 0, 3], [1, 1, 2], [0, 0, 3]]
        widths += [isLong ? [6, 1, 1] : [7, 0, 1], [0, 0, 7], [0, 0, 7]]
        for _ in 1..<mode.subBlockCount - 2 {
            widths += [isLong ? [0, 7, 1] : [0, 0, 8], [0, 0, 8], [0, 0, 8]]
        }
        widths += [[1, 2, 2], isLong ? [1, 2, 1] : [1, 1, 2], [0, 0, 3]]
        widths += [isLong ? [0, 2, 3] : [1, 1, 3], [0, 2, 2], [0, 0, 3]]
        if isLong { for _ in 0..<2 { widths += [[0, 1, 4], [0, 1, 3], [0, 0, 3]] } }
        widths.append([0, 0, 1])
        return widths
    }

    /// Reads a packet into `parameters`.
    ///
    /// - Parameter packet: At least as many bytes as the mode has.
    func read(_ packet: UnsafeRawBufferPointer) {
        var input = BitInput(packet)
        let values = parameters.values
        values.update(repeating: 0, count: parameters.count)
        for run in runs {
            values[Int(run.parameter)] |= Int32(truncatingIfNeeded: input.bits(Int(run.width))) &<< Int32(run.shift)
        }
    }

    /// Writes `parameters` as a packet.
    ///
    /// - Returns: The packet, valid until the next call.
    func write() -> UnsafeRawBufferPointer {
        var held: UInt32 = 0
        var heldCount: UInt32 = 0
        var byte = 0
        for run in runs {
            let value = UInt32(truncatingIfNeeded: parameters.values[Int(run.parameter)]) &>> UInt32(run.shift)
            held = held &<< UInt32(run.width) | value & ((1 &<< UInt32(run.width)) &- 1)
            heldCount &+= UInt32(run.width)
            while heldCount >= 8 {
                heldCount &-= 8
                bytes[byte] = UInt8(truncatingIfNeeded: held &>> heldCount)
                byte &+= 1
            }
        }
        return UnsafeRawBufferPointer(bytes)
    }
}
