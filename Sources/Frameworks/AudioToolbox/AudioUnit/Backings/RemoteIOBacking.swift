import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoDevice
import SordinoEngine
import SordinoGraph
import SordinoSession

/// AURemoteIO and, with voice processing, AUVoiceIO: the hardware as a unit, used under the session of the program.
///
/// Bus 0 is output: the hardware plays the frames of `outputProvider`, in the format of input bus 0. Bus 1 is input:
/// when frames have arrived, `inputHandler` is called, and the `renderBlock` returns them in the format of output bus
/// 1.
final class RemoteIOBacking: UnitBacking, UnitHardware, @unchecked Sendable {
    static let description = AudioComponentDescription(
        UnitIdentity(type: kAudioUnitType_Output, subtype: kAudioUnitSubType_RemoteIO))
    /// The codes of the same unit that desktop programs use.
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
    /// The hardware's channel for each input channel of the program; the output has the map of the unit.
    var inputMap: [NSNumber]? {
        didSet { remote.inputMap = inputMap?.map(\.intValue) ?? [] }
    }
    let componentDescription: AudioComponentDescription
    private let client = AppContext.current.client

    init(_ description: AudioComponentDescription = RemoteIOBacking.description) {
        componentDescription = description
        let isVoice = description.componentSubType == Self.voiceProcessing.componentSubType
        remote = RemoteIO(context: .current, voice: isVoice ? VoiceLine() : nil)
        // Voice processing needs the microphone.
        remote.isInputEnabled = isVoice
        let mixer = remote.mixer
        parameterTree =
            description.isDesktopHardware ? Self.desktopParameters { [weak mixer] in mixer?.outputVolume = $0 } : nil
    }

    var processor: any Processor { remote.mixer }
    var hardware: UnitHardware? { self }
    let parameterTree: AUParameterTree?
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
        guard let array else { preconditionFailure("a built-in unit is adopted before it is used") }
        return array
    }

    /// Sets the formats of output bus 0 and input bus 1 to those of the hardware.
    private func showHardware() {
        let format = remote.hardwareFormat
        outputs?[0].follow(.planar(BusFormat(sampleRate: format.sampleRate, channelCount: format.outputChannels)))
        // Until the session records, the rate alone is known.
        let isKnown = format.inputChannels > 0
        guard isKnown || (componentDescription.isDesktopHardware && isInputEnabled) else { return }
        let channelCount = isKnown ? format.inputChannels : Int(inputBusses[1].format.channelCount)
        inputs?[1].follow(.planar(BusFormat(sampleRate: format.sampleRate, channelCount: channelCount)))
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

    /// Returns the arrived frames during a call of the hardware; only the hardware pulls the output.
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
        set {
            remote.isInputEnabled = newValue
            guard newValue, componentDescription.isDesktopHardware else { return }
            // A program that has not chosen a format yet gets that of the device.
            let isUntouched = outputBusses[1].format == inputBusses[1].format
            showHardware()
            if isUntouched { outputs?[1].follow(inputBusses[1].format) }
        }
    }
    var isOutputEnabled: Bool {
        get { remote.isOutputEnabled }
        set { remote.isOutputEnabled = newValue }
    }
    var isRunning: Bool { remote.isRunning }
    var counts: RenderCounts { remote.counts }

    func start() throws {
        guard owner?.renderResourcesAllocated == true else { throw UnitError.error(kAudioUnitErr_Uninitialized) }
        if componentDescription.isDesktopHardware, isInputEnabled { client.suitDesktop(hasInput: true, isHog: false) }
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
