import SordinoHardware
import SordinoPolicy

/// A program with one stream whose sound is known: each frame and channel a function of the stream's own sample time.
package final class TestProgram: @unchecked Sendable {
    package enum Sound {
        /// 0 on every channel.
        case silence
        /// The same value on every frame; `step` more on each further channel.
        case constant(Float, step: Float = 0)
        /// A different value for every frame and channel, exact in float32, within ±1.
        case code
        /// A function of the frame, on every channel.
        case tone((Int64) -> Float)
        /// A sample that no valid program sends, at a frame.
        case value(Float, atFrame: Int64)
        /// The stream's input, sent out again; channel by channel.
        case echo
        /// The stream's reference, sent out again, times 0.5.
        case reference
    }

    package struct Heard {
        package var frameCounts: [Int] = []
        package var sampleTimes: [Int64] = []
        package var hostNanoseconds: [Int64] = []
        package var sampleRates: [Double] = []
        package var input: [[Float]] = []
        package var reference: [[Float]] = []
        package var keepsInput = false

        package init() {}
    }

    package let id: ProgramID
    package let description: StreamDescription
    private let state: UnsafeMutablePointer<State>
    package private(set) var stream: (any HardwareStream)?

    struct State {
        var sound: Sound
        var heard = Heard()
    }

    package init(
        _ number: Int, _ sound: Sound = .code, channels: Int = 2, inputs: Int = 0, audioClass: AudioClass = .media,
        wantsReference: Bool = false
    ) {
        id = .app(AppID(number))
        description = StreamDescription(
            program: id, audioClass: audioClass, name: "program \(number)", outputChannels: channels,
            inputChannels: inputs, wantsReference: wantsReference)
        state = .allocate(capacity: 1)
        state.initialize(to: State(sound: sound))
    }

    deinit {
        stream?.close()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// The data received by the callbacks.
    ///
    /// Reading it while another thread renders is a mistake of the test.
    package var heard: Heard {
        get { state.pointee.heard }
        set { state.pointee.heard = newValue }
    }

    package var sound: Sound {
        get { state.pointee.sound }
        set { state.pointee.sound = newValue }
    }

    /// The value of `Sound.code`.
    package static func code(_ frame: Int64, _ channel: Int) -> Float {
        // A linear congruence, 24 bits: exact, different on neighbours, within ±1.
        let bits = (UInt64(bitPattern: frame &* 16 &+ Int64(channel) &+ 1) &* 6_364_136_223_846_793_005) >> 40
        return Float(bits) / 8_388_608 - 1
    }

    /// Opens the stream.
    package func open(_ hardware: any Hardware) throws(HardwareError) {
        stream = try hardware.openStream(
            description,
            renderer: StreamRenderer(context: UnsafeMutableRawPointer(state)) { context, cycle in
                TestProgram.render(
                    context.assumingMemoryBound(to: State.self), cycle.assumingMemoryBound(to: StreamCycle.self).pointee
                )
            })
    }

    /// Opens the stream, names the program on the stage with this gain and these ports, and starts it.
    package func play(
        _ hardware: any Hardware, on portUIDs: [String] = ["Speaker"], from inputUIDs: [String] = [], gain: Float = 1
    ) throws(HardwareError) {
        try open(hardware)
        hardware.stage.perform([
            .gain(id, description.audioClass, gain, rampSeconds: 0),
            .route(
                id, description.audioClass, outputs: portUIDs.map { StageLink(portUID: $0) }, inputUIDs: inputUIDs),
        ])
        try stream?.start()
    }

    private static func render(_ state: UnsafeMutablePointer<State>, _ cycle: StreamCycle) {
        let heard = state.pointee.heard
        if heard.keepsInput || heard.frameCounts.count < heard.frameCounts.capacity {
            note(state, cycle)
        }
        guard let output = cycle.output else { return }
        for channel in 0..<cycle.outputChannelCount {
            for frame in 0..<cycle.frameCount {
                let time = cycle.sampleTime + Int64(frame)
                let value: Float
                switch state.pointee.sound {
                case .silence: value = 0
                case .constant(let base, let step): value = base + step * Float(channel)
                case .code: value = code(time, channel)
                case .tone(let function): value = function(time)
                case .value(let odd, let at): value = time == at ? odd : 0.25
                case .echo: value = channel < cycle.inputChannelCount ? cycle.input?[channel][frame] ?? 0 : 0
                case .reference:
                    value = channel < cycle.referenceChannelCount ? (cycle.reference?[channel][frame] ?? 0) * 0.5 : 0
                }
                output[channel][frame] = value
            }
        }
    }

    private static func note(_ state: UnsafeMutablePointer<State>, _ cycle: StreamCycle) {
        state.pointee.heard.frameCounts.append(cycle.frameCount)
        state.pointee.heard.sampleTimes.append(cycle.sampleTime)
        state.pointee.heard.hostNanoseconds.append(cycle.hostNanoseconds)
        state.pointee.heard.sampleRates.append(cycle.sampleRate)
        guard state.pointee.heard.keepsInput else { return }
        append(cycle.input, cycle.inputChannelCount, cycle.frameCount, to: &state.pointee.heard.input)
        append(cycle.reference, cycle.referenceChannelCount, cycle.frameCount, to: &state.pointee.heard.reference)
    }

    private static func append(
        _ channels: UnsafePointer<UnsafeMutablePointer<Float>>?, _ channelCount: Int, _ frameCount: Int,
        to kept: inout [[Float]]
    ) {
        guard let channels else { return }
        while kept.count < channelCount { kept.append([]) }
        for channel in 0..<channelCount {
            kept[channel].append(contentsOf: UnsafeBufferPointer(start: channels[channel], count: frameCount))
        }
    }
}
