import HardwareContract
import PrivatePipeWire
import SordinoHardware
import SordinoPipeWire
import SordinoPolicy
import SordinoRealtime
import Synchronization
import Testing

/// A private server with a loudspeaker and a microphone, what the loudspeaker was given, and the hardware on it.
final class PipeWireStand: Sendable {
    let server: PrivatePipeWire
    let hand: GraphHand
    let speaker: UInt32
    let microphone: UInt32
    let recorder: GraphRecorder
    let hardware: PipeWireHardware

    static let speakerUID = "test speaker"
    static let microphoneUID = "test microphone"

    init(quantum: Int = 256) throws {
        server = try PrivatePipeWire(quantum: quantum)
        hand = try #require(GraphHand(server))
        speaker = try #require(hand.plug(Self.speakerUID, type: "Speaker"))
        microphone = try #require(
            hand.plug(Self.microphoneUID, type: "MicrophoneBuiltIn", isSource: true, positions: "MONO"))
        recorder = try #require(GraphRecorder(hand, monitorOf: speaker, channels: 2))
        hardware = try PipeWireHardware(remote: server.remote)
    }

    /// Waits until nothing is on its way any more, and then until so many frames were played.
    func pass(_ frames: Int) {
        recorder.wait { hardware.isQuiet }
        recorder.pass(frames + 2 * hardware.timing.blockFrames)
    }

    var bench: ContractBench {
        // The second life of a server has no recorder: time passes by the clock there.
        let isAgain = Mutex(false)
        return ContractBench(
            hardware: hardware, outputUID: Self.speakerUID, inputUID: Self.microphoneUID,
            pass: { [self] frames in
                guard !isAgain.withLock({ $0 }) else {
                    return ThreadPriority.sleep(untilHostTime: HostClock.now() + UInt64(frames) * 20_834)
                }
                pass(frames)
            },
            played: { [self] in recorder.samples },
            plug: { [self] in _ = hand.plug("test headphones", type: "Headphones") },
            unplug: { [self] in hand.unplug("test headphones") },
            loseServer: { [self] in
                isAgain.withLock { $0 = true }
                server.stop()
            },
            restartServer: { [self] in
                try? server.start()
                let again = GraphHand(server)
                _ = again?.plug(Self.speakerUID, type: "Speaker")
                keptAlive.withLock { $0.append(again) }
            })
    }

    private let keptAlive = Mutex<[GraphHand?]>([])
}
