import Foundation
import RunningProgram
import SordinoBus
import SordinoPolicy
import SordinoRealtime
import SordinoService
import SordinoSession

/// From the moment a ringing call is reported until nothing of the music reaches the loudspeaker.
enum Silence {
    private static let level: Float = 0.5
    private static let rounds = 15
    /// Frames of one period of the ringing tone: over so many its mean is nothing, and what is left is the music's.
    private static let period = 60

    static func measure() throws {
        for quantum in [256, 1_024] {
            let device = try Device(quantum: quantum, seconds: 120)
            try device.startDaemon()
            let player = try device.player("\(level)")
            let controller = try DeviceController(.at(device.bus.address))
            var (begins, ends): ([Double], [Double]) = ([], [])
            for _ in 0..<rounds {
                try device.hear("the music") { $0.allSatisfy { $0 == level } }
                let start = device.recorder.frames
                let count = player.said.count
                try controller.happen(.callRings(.banner))
                try player.wait(for: "interrupted", after: count)
                device.recorder.pass(9_600)
                let heard = device.recorder.samples[0][start...]
                guard let begin = heard.firstIndex(where: { $0 != level }),
                    let end = firstWithoutMusic(heard)
                else { throw RunningProgram.Missing(what: "silence after the call") }
                begins.append(Double(begin - start + quantum) / 48)
                ends.append(Double(end - start + quantum) / 48)
                try controller.happen(.callDeclined)
                try player.wait(for: "again", after: count)
            }
            // The recorder says how far it is when a cycle is over: the cycle that was under way is counted, so these are
            // upper bounds.
            let target = Double(2 * quantum) / 48 + 5
            let begin = begins.sorted()[rounds / 2]
            let end = ends.sorted()[rounds / 2]
            row(
                "call rings -> the fade begins, quantum \(quantum)",
                "\(text(begin)) ms (most \(text(begins.max() ?? 0)))",
                "target \(text(target)) ms", begin <= target ? "within" : "over")
            row(
                "call rings -> silence, quantum \(quantum)", "\(text(end)) ms (most \(text(ends.max() ?? 0)))",
                "target \(text(target)) ms + fade", "fade \(text(end - begin)) ms")
        }
    }

    /// The first frame from which on a period's mean is nothing.
    private static func firstWithoutMusic(_ heard: ArraySlice<Float>) -> Int? {
        var place = heard.startIndex
        while place + period <= heard.endIndex {
            let mean = heard[place..<place + period].reduce(0, +) / Float(period)
            if abs(mean) < 0.001 { return place }
            place += 1
        }
        return nil
    }
}
