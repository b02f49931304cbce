import Foundation
import PrivatePipeWire
import RunningProgram
import SordinoRealtime

/// From the start of a program until its first frame is at the loudspeaker: `afplay` beside `pw-play`.
enum FirstFrame {
    private static let rounds = 7

    static func measure() throws {
        let device = try Device(quantum: 256, withSessionManager: true, seconds: 180)
        try device.startDaemon()
        let file = device.server.folder.appendingPathComponent("constant.wav")
        try WaveFile.write(level: 0.125, seconds: 60, to: file)
        guard let player = PrivatePipeWire.path(of: "pw-play"), PrivatePipeWire.path(of: "wireplumber") != nil else {
            return row("start -> first frame", "", "", "pw-play or wireplumber is not installed")
        }
        var (ours, theirs): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            ours.append(try milliseconds(device, RunningProgram.path("afplay"), [file.path]))
            theirs.append(try milliseconds(device, player, [file.path]))
        }
        let (our, their) = (ours.sorted()[rounds / 2], theirs.sorted()[rounds / 2])
        row(
            "afplay's start -> first frame", "\(text(our, 1)) ms", "pw-play: \(text(their, 1)) ms",
            "ratio \(text(our / their))")
    }

    private static func milliseconds(_ device: Device, _ program: String, _ arguments: [String]) throws -> Double {
        try device.hear("silence", frames: 9_600) { $0.allSatisfy { $0 == 0 } }
        let start = device.recorder.frames
        let player = try RunningProgram(program, arguments, environment: device.environment)
        var first: Int?
        try until("\(program) is heard") {
            first = device.recorder.samples[0][start...].firstIndex { $0 != 0 }
            return first != nil
        }
        player.kill()
        return Double((first ?? start) - start) / 48
    }
}
