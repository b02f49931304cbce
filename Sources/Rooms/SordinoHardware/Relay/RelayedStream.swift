import SordinoPolicy
import SordinoRealtime

/// A stream that another process renders, from the view of the virtual device.
///
/// The samples of the next block are fetched before it begins; the device's render thread only copies them. Input
/// reaches the process one block after its capture.
final class RelayedStream: Sendable {
    let hardware: any HardwareStream
    var cell: UnsafeMutablePointer<RelayCell> { lent.value }
    private let lent: Lent<UnsafeMutablePointer<RelayCell>>
    private let output: PlanarBuffer
    private let input: PlanarBuffer
    let frameCapacity: Int

    init(_ device: VirtualDevice, _ description: StreamDescription) throws(HardwareError) {
        frameCapacity = device.limits.blockFrames.upperBound
        output = PlanarBuffer(channelCount: description.outputChannels, frameCapacity: frameCapacity)
        input = PlanarBuffer(channelCount: description.inputChannels, frameCapacity: frameCapacity)
        let cell = UnsafeMutablePointer<RelayCell>.allocate(capacity: 1)
        lent = Lent(cell)
        cell.initialize(
            to: RelayCell(
                output: output.channels, input: input.channels, frameCapacity: frameCapacity,
                outputChannelCount: description.outputChannels, inputChannelCount: description.inputChannels))
        do throws(HardwareError) {
            hardware = try device.openStream(
                description, renderer: StreamRenderer(context: UnsafeMutableRawPointer(cell), render: renderRelayCell))
        } catch {
            cell.deallocate()
            throw error
        }
    }

    deinit {
        hardware.close()
        cell.deallocate()
    }

    /// Starts from frame 0.
    func start() throws(HardwareError) {
        cell.pointee.fetchedFrames = 0
        cell.pointee.heardFrames = 0
        cell.pointee.nextSampleTime = 0
        try hardware.start()
    }
}

/// The memory that the pulling thread and the render thread use in turn: a block is fetched before it is rendered.
struct RelayCell {
    /// Planes of `frameCapacity` samples, one for each channel.
    let output: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let input: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let frameCapacity: Int
    let outputChannelCount: Int
    let inputChannelCount: Int
    /// Frames of the next block that were fetched; 0: the process did not answer.
    var fetchedFrames = 0
    /// Frames of input that were captured in the last block.
    var heardFrames = 0
    var nextSampleTime: Int64 = 0
    /// Blocks for which there was nothing.
    var missedBlocks = 0

    init(
        output: UnsafeMutablePointer<UnsafeMutablePointer<Float>>,
        input: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, frameCapacity: Int, outputChannelCount: Int,
        inputChannelCount: Int
    ) {
        self.output = output
        self.input = input
        self.frameCapacity = frameCapacity
        self.outputChannelCount = outputChannelCount
        self.inputChannelCount = inputChannelCount
    }
}
