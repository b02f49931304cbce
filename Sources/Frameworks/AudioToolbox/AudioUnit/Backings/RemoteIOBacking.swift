import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoDevice
import SordinoEngine
import SordinoGraph
import SordinoSession

/// AURemoteIO and AUVoiceIO: the hardware as a unit, registered with the program's session; the second with voice processing.
///
/// Bus 0 leads out: what `outputProvider` gives in the format of input bus 0 is played. Bus 1 leads in: when frames have come,
/// `inputHandler` is called, and the `renderBlock` gives them on bus 1 in the format of output bus 1.
final class RemoteIOBacking: UnitBacking, UnitHardware, @unchecked Sendable {
    static let description = AudioComponentDescription(
        UnitIdentity(type: kAudioUnitType_Output, subtype: kAudioUnitSubType_RemoteIO))
    /// The codes that programs of desktops use for it.
    static let defaultOutput = AudioComponentDescription(
        UnitIdentity(type: kAudioUnitType_Output, subtype: kAudioUnitSubType_DefaultOutput))

    static let deviceOutput = AudioComponentDescription(
        UnitIdentity(type: kAudioUnitType_Output, subtype: kAudioUnitSubType_HALOutput))
    static let systemOutput = AudioComponentDescription(
        UnitIdentity(type: kAudioUnitType_Output, subtype: kAudioUnitSubType_SystemOutput))

    static let voiceProcessing = AudioComponentDescription(
        UnitIdentity(type: kAudioUnitType_Output, subtype: kAudioUnitSubType_VoiceProcessingIO))

    private weak var owner: AUAudioUnit?
    private var inputs: AUAudioUnitBusArray?
    private var outputs: AUAudioUnitBusArray?
    let remote: RemoteIO
    /// The hardware's channel that each of the program's input channels receives; the unit's own map is that of the
    /// output.
    var inputMap: [NSNumber]? {
        didSet { remote.inputMap = inputMap?.map(\.intValue) ?? [] }
    }
    let componentDescription: AudioComponentDescription

    init(_ description: AudioComponentDescription = RemoteIOBacking.description) {
        componentDescription = description
        let isVoice = description.componentSubType == Self.voiceProcessing.componentSubType
        remote = RemoteIO(context: .current, voice: isVoice ? VoiceLine() : nil)
        // Voice processing without a microphone is nothing.
        remote.isInputEnabled = isVoice
    }

    var processor: any Processor { remote.mixer }
    var hardware: UnitHardware? { self }
    var parameterTree: AUParameterTree? { nil }
    var factoryPresets: [AUAudioUnitPreset]? { nil }
    var channelCapabilities: [NSNumber]? { nil }
    var tailTime: TimeInterval { 0 }
    var isBypassed = false
    var scheduleParameterBlock: AUScheduleParameterBlock? { nil }
    var latency: TimeInterval { remote.latencySeconds }

    // MARK: Busses

    func adopt(_ unit: AUAudioUnit) {
        owner = unit
        unit.kept.maximumFramesToRender = AUAudioFrameCount(RemoteIO.maximumFrameCount)
        unit.followChannelMap { [weak remote] in remote?.outputMap = $0 }
        func bus() -> AUAudioUnitBus {
            let bus = AUAudioUnitBus(hardware: .unitDefault)
            bus.allows = { $0.isPlayable }
            return bus
        }
        inputs = AUAudioUnitBusArray(audioUnit: unit, busType: .input, busses: [bus(), bus()])
        outputs = AUAudioUnitBusArray(audioUnit: unit, busType: .output, busses: [bus(), bus()])
        showHardware()
        inputs?[0].follow(outputBusses[0].format)
        outputs?[1].follow(inputBusses[1].format)
    }

    var inputBusses: AUAudioUnitBusArray { array(inputs) }
    var outputBusses: AUAudioUnitBusArray { array(outputs) }

    private func array(_ array: AUAudioUnitBusArray?) -> AUAudioUnitBusArray {
        guard let array else { preconditionFailure("a unit of the house is adopted before it is used") }
        return array
    }

    /// Gives the sides of the busses that belong to the hardware its formats.
    private func showHardware() {
        let format = remote.hardwareFormat
        outputs?[0].follow(.planar(BusFormat(sampleRate: format.sampleRate, channelCount: format.outputChannels)))
        guard format.inputChannels > 0 else { return }
        inputs?[1].follow(.planar(BusFormat(sampleRate: format.sampleRate, channelCount: format.inputChannels)))
    }

    // MARK: Blocks

    var outputProvider: AURenderPullInputBlock? {
        get { remote.provider }
        set { remote.provider = newValue }
    }

    var inputHandler: AUInputHandler? {
        get { remote.handler }
        set { remote.handler = newValue }
    }

    /// Gives the frames that have come, while the hardware calls; the output is pulled by the hardware alone.
    var internalRenderBlock: AUInternalRenderBlock { remote.renderBlock }

    func allocate(maximumFrames: Int) throws {}
    func deallocate() { stop() }
    func reset() {}
    func choose(_ preset: Int) -> Bool { false }
    func follow(inputs: [AVAudioFormat], outputs: [AVAudioFormat]) {}

    // MARK: The hardware

    var canPerformInput: Bool { remote.canPerformInput }
    var isInputEnabled: Bool {
        get { remote.isInputEnabled }
        set { remote.isInputEnabled = newValue }
    }
    var isOutputEnabled: Bool {
        get { remote.isOutputEnabled }
        set { remote.isOutputEnabled = newValue }
    }
    var isRunning: Bool { remote.isRunning }
    var counts: RenderCounts { remote.counts }

    func start() throws {
        guard owner?.renderResourcesAllocated == true else { throw UnitError.error(kAudioUnitErr_Uninitialized) }
        remote.given = inputBusses[0].format.unitFormat
        remote.wanted = outputBusses[1].format.unitFormat
        do throws(RemoteIO.StartError) { try remote.start() } catch { throw Self.error(error) }
        showHardware()
    }

    func stop() { remote.stop() }

    private static func error(_ error: RemoteIO.StartError) -> NSError {
        switch error {
        case .refused(.session(let error)):
            UnitError.error(OSStatus(truncatingIfNeeded: error.code.rawValue), because: "\(error)")
        case .refused(.hardware(let error)):
            UnitError.error(kAudioUnitErr_FailedInitialization, because: "\(error)")
        case .format(let error): UnitError.error(kAudioUnitErr_FormatNotSupported, because: "\(error)")
        }
    }
}
