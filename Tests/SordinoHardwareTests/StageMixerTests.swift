import SordinoHardware
import SordinoPolicy
import Testing

/// The mixer driven as a node of an audio server's graph would: samples in memory that is not the mixer's.
@Suite struct StageMixerTests {
    private final class Memory {
        let samples: UnsafeMutablePointer<Float>
        init(_ value: Float, _ frameCount: Int) {
            samples = .allocate(capacity: frameCount)
            samples.initialize(repeating: value, count: frameCount)
        }
        deinit { samples.deallocate() }
    }

    private let program = ProgramID.app(AppID(1))

    private func mixer() -> StageMixer {
        let mixer = StageMixer(sampleRate: 48_000, frameCapacity: 256)
        for port in VirtualProfile.phone.ports { _ = mixer.addPort(port) }
        mixer.perform([
            .gain(program, .media, 0.5, rampSeconds: 0),
            .route(
                program, .media, outputs: [StageLink(portUID: "Speaker")], inputUIDs: ["Built-In Microphone"]),
        ])
        return mixer
    }

    /// The mix is kept for the next block's references only while a stream needs one, and none gets an old one.
    @Test func theMixIsKeptAsAReferenceOnlyWhileAStreamWantsIt() throws {
        let mixer = mixer()
        let music = mixer.addStream(StreamDescription(program: program, name: "music", outputChannels: 2))
        let talk = mixer.addStream(
            StreamDescription(program: program, name: "talk", outputChannels: 2, wantsReference: true))
        mixer.setRunning(true, music)
        func block() throws -> (reference: Float, mix: Float) {
            let plan = try #require(mixer.renderer.beginBlock(frameCount: 256))
            let speaker = try #require(plan.pointee.outputs.firstIndex { $0.channelCount == 2 })
            for index in 0..<plan.pointee.streams.count {
                for frame in 0..<256 { plan.pointee.streams[index].output[0][frame] = 0.5 }
                mixer.renderer.accept(plan, stream: index, frameCount: 256)
            }
            mixer.renderer.mix(plan, frameCount: 256)
            let port = plan.pointee.outputs[speaker]
            return (port.reference[0][255], port.samples[0][255])
        }
        _ = try block()
        let unwanted = try block()
        #expect(unwanted.mix > 0.2)
        #expect(unwanted.reference == 0)
        mixer.setRunning(true, talk)
        let wanted = try block()
        #expect(wanted.reference == wanted.mix)
        mixer.setRunning(false, talk)
        #expect(try block().reference == 0)
    }

    @Test func aPeerMayLetItWorkInItsOwnMemory() throws {
        let mixer = mixer()
        let stream = mixer.addStream(
            StreamDescription(program: program, name: "talk", outputChannels: 2, inputChannels: 1))
        mixer.setRunning(true, stream)
        let plan = try #require(mixer.renderer.beginBlock(frameCount: 256))
        let planned = plan.pointee.streams[0]
        let speaker = try #require(plan.pointee.outputs.firstIndex { $0.channelCount == 2 })
        let (left, right) = (Memory(0.5, 256), Memory(0.25, 256))
        let (microphone, delivered) = (Memory(0.125, 256), Memory(9, 256))
        let (speakerLeft, speakerRight) = (Memory(9, 256), Memory(9, 256))
        planned.output[0] = left.samples
        planned.output[1] = right.samples
        planned.input[0] = delivered.samples
        plan.pointee.inputs[0].samples[0] = microphone.samples
        plan.pointee.outputs[speaker].samples[0] = speakerLeft.samples
        plan.pointee.outputs[speaker].samples[1] = speakerRight.samples
        mixer.renderer.acceptInput(plan, port: 0, frameCount: 256)
        mixer.renderer.deliverInput(plan, stream: 0, frameCount: 256)
        mixer.renderer.accept(plan, stream: 0, frameCount: 256)
        mixer.renderer.mix(plan, frameCount: 256)
        for frame in 0..<256 {
            #expect(delivered.samples[frame] == 0.125)
            #expect(speakerLeft.samples[frame] == 0.25)
            #expect(speakerRight.samples[frame] == 0.125)
            #expect(left.samples[frame] == 0.5 && microphone.samples[frame] == 0.125, "sources are only read")
        }
        #expect(mixer.meter(portUID: "Built-In Microphone") == Meter(peak: [0.125], rms: [0.125]))
    }

    @Test func foreignSamplesThatAreNoNumbersAreLeftAloneAndNotHeard() throws {
        let mixer = mixer()
        let stream = mixer.addStream(
            StreamDescription(program: program, name: "talk", outputChannels: 0, inputChannels: 1))
        mixer.setRunning(true, stream)
        let plan = try #require(mixer.renderer.beginBlock(frameCount: 64))
        let (microphone, delivered) = (Memory(.nan, 64), Memory(9, 64))
        plan.pointee.inputs[0].samples[0] = microphone.samples
        plan.pointee.streams[0].input[0] = delivered.samples
        mixer.renderer.acceptInput(plan, port: 0, frameCount: 64)
        mixer.renderer.deliverInput(plan, stream: 0, frameCount: 64)
        for frame in 0..<64 {
            #expect(delivered.samples[frame] == 0)
            #expect(microphone.samples[frame].isNaN)
        }
    }

    @Test func aStreamThatSentNothingIsSkipped() throws {
        let mixer = mixer()
        let stream = mixer.addStream(StreamDescription(program: program, name: "late", outputChannels: 2))
        mixer.setRunning(true, stream)
        let plan = try #require(mixer.renderer.beginBlock(frameCount: 64))
        mixer.renderer.skip(plan, stream: 0, frameCount: 64)
        mixer.renderer.mix(plan, frameCount: 64)
        #expect(mixer.meter(portUID: "Speaker") == Meter(peak: [0, 0], rms: [0, 0]))
        #expect(mixer.meter(program: program) == Meter(peak: [0, 0], rms: [0, 0]))
        #expect(plan.pointee.streams[0].state.pointee.sampleTime == 64)
    }

    @Test func aBlockLongerThanTheMixerWasMadeForIsRefused() {
        let mixer = mixer()
        #expect(mixer.renderer.beginBlock(frameCount: 257) == nil)
        #expect(mixer.renderer.beginBlock(frameCount: 256) != nil)
    }

    @Test func anEmptyStageRendersSilence() {
        let mixer = StageMixer(sampleRate: 48_000, frameCapacity: 64)
        #expect(mixer.renderer.beginBlock(frameCount: 64) == nil, "nothing was ever told")
        mixer.perform([])
        #expect(mixer.renderer.beginBlock(frameCount: 64)?.pointee.streams.count == 0)
    }

    @Test func manyChangesBetweenTwoBlocksLeaveNoPlansBehind() throws {
        let mixer = mixer()
        let description = StreamDescription(program: program, name: "busy", outputChannels: 2)
        weak var gone: StageStream?
        do {
            let stream = mixer.addStream(description)
            gone = stream
            mixer.setRunning(true, stream)
            _ = mixer.renderer.beginBlock(frameCount: 64)
            for step in 0..<1_000 { mixer.perform([.gain(program, .media, Float(step), rampSeconds: 1)]) }
            mixer.removeStream(stream)
        }
        #expect(gone != nil, "the render thread may still be in the plan that names it")
        _ = mixer.renderer.beginBlock(frameCount: 64)
        mixer.perform([])
        #expect(gone == nil)
    }
}
