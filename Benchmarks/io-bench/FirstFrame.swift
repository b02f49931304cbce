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
        try waveFile().write(to: file)
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

    /// A minute of one level, stereo, 16 bits.
    private static func waveFile() -> Data {
        var data = Data()
        func add<Value: FixedWidthInteger>(_ value: Value) {
            withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
        }
        let frames = 48_000 * 60
        data.append(contentsOf: "RIFF".utf8)
        add(UInt32(36 + frames * 4))
        data.append(contentsOf: "WAVEfmt ".utf8)
        add(UInt32(16))
        add(UInt16(1))
        add(UInt16(2))
        add(UInt32(48_000))
        add(UInt32(48_000 * 4))
        add(UInt16(4))
        add(UInt16(16))
        data.append(contentsOf: "data".utf8)
        add(UInt32(frames * 4))
        data.append(Data(repeating: 0x10, count: frames * 4))
        return data
    }
}
