import Glibc
import HardwareContract
import SordinoHardware
import SordinoPolicy

/// A pulled phone for tests of the stage: small blocks, and a way to name frames.
struct StageRun {
    let device: VirtualDevice
    let speaker: PortRecording

    init(block: Int = 240, sampleRate: Double = 48_000, profile: VirtualProfile = .phone) {
        device = VirtualDevice(profile, timing: HardwareTiming(sampleRate: sampleRate, blockFrames: block))
        speaker = device.record(portUID: "Speaker")
    }

    func gain(_ program: TestProgram, _ gain: Float, _ rampSeconds: Double = 0) {
        device.stage.perform([.gain(program.id, program.description.audioClass, gain, rampSeconds: rampSeconds)])
    }

    func route(_ program: TestProgram, _ portUIDs: [String], inputs: [String] = []) {
        device.stage.perform([
            .route(
                program.id, program.description.audioClass, outputs: portUIDs.map { StageLink(portUID: $0) },
                inputUIDs: inputs)
        ])
    }
}

/// The value of an equal-power ramp at its frame `frame` (from 0), by the formula in `RampCurve`, in the C library's mathematics.
func equalPower(from: Double, to: Double, frame: Int, of total: Int) -> Double {
    let sine = sin(Double(frame + 1) / Double(total) * Double.pi / 2)
    return (from * from + (to * to - from * from) * sine * sine).squareRoot()
}

/// The C library's sine.
func sine(turns: Double) -> Double { sin(2 * Double.pi * turns) }
