import SordinoHardware
import SordinoPolicy
import Testing

/// A program's own volume, and sounds that end while their port goes.
@Suite struct StageVolumeTests {
    private let program = ProgramID.app(AppID(1))
    private let mixer = StageMixer(sampleRate: 48_000, frameCapacity: 512)

    private func begin(_ port: String) -> StageStream {
        for port in VirtualProfile.phone.ports { _ = mixer.addPort(port) }
        mixer.perform([
            .gain(program, .media, 1, rampSeconds: 0),
            .route(program, .media, outputs: [StageLink(portUID: port)], inputUIDs: []),
        ])
        let stream = mixer.addStream(StreamDescription(program: program, name: "music", outputChannels: 2))
        mixer.setRunning(true, stream)
        return stream
    }

    /// One block of a program that plays 0.5.
    ///
    /// - Returns: The first channel of each output, in the order of the plan.
    private func block(_ frameCount: Int = 480) throws -> [[Float]] {
        let plan = try #require(mixer.renderer.beginBlock(frameCount: frameCount))
        for index in 0..<plan.pointee.streams.count {
            let stream = plan.pointee.streams[index]
            for channel in 0..<stream.outputChannelCount {
                for frame in 0..<frameCount { stream.output[channel][frame] = 0.5 }
            }
            mixer.renderer.accept(plan, stream: index, frameCount: frameCount)
        }
        mixer.renderer.mix(plan, frameCount: frameCount)
        return plan.pointee.outputs.map { port in (0..<frameCount).map { port.samples[0][$0] } }
    }

    @Test func theVolumeIsAFactorBesideTheGainAndMovesBySmallSteps() throws {
        mixer.perform([.volume(program, 0.25)])
        _ = begin("Speaker")
        // From the first frame on.
        #expect(try block().contains { $0.allSatisfy { $0 == 0.125 } })
        mixer.perform([.volume(program, 1)])
        let rising = try #require(try block().first { $0[479] == 0.5 })
        #expect(zip(rising, rising.dropFirst()).allSatisfy { abs($1 - $0) <= 0.5 * 0.75 / 240 * 1.01 })
        // A duck and a volume multiply, and neither disturbs the other's way.
        mixer.perform([.gain(program, .media, 0.5, rampSeconds: 0)])
        _ = try block()
        mixer.perform([.volume(program, 0.5)])
        _ = try block()
        #expect(try block().contains { $0.allSatisfy { $0 == 0.125 } })
        mixer.perform([.volume(program, 0)])
        _ = try block()
        #expect(try block().allSatisfy { $0.allSatisfy { $0 == 0 } })
        mixer.perform([.volume(program, 1)])
        _ = try block()
        #expect(try block().contains { $0.allSatisfy { $0 == 0.25 } })
    }

    @Test func theRestOfASoundThatEndsIsNotHeardOnAnotherPort() throws {
        let stream = begin("Headphones")
        let headphones = Port(
            uid: "Headphones", type: .headphones, direction: .output, name: "Headphones", deviceUID: "Headphones",
            channels: [PortChannel(name: "Left", number: 1, label: 1), PortChannel(name: "Right", number: 2, label: 2)])
        _ = mixer.addPort(headphones)
        #expect(try block().contains { $0.allSatisfy { $0 == 0.5 } })
        mixer.removePort(uid: "Headphones")
        // As the policy decides: first silence, then the other port, all in one.
        mixer.perform([
            .gain(program, .media, 0, rampSeconds: 0),
            .route(program, .media, outputs: [StageLink(portUID: "Speaker")], inputUIDs: []),
        ])
        for _ in 0..<4 { #expect(try block().allSatisfy { $0.allSatisfy { $0 == 0 } }) }
        // It may be heard again, there.
        mixer.perform([.gain(program, .media, 1, rampSeconds: 0)])
        _ = try block()
        #expect(try block().contains { $0.allSatisfy { $0 == 0.5 } })
        mixer.setRunning(false, stream)
    }
}
