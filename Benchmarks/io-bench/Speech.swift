import AVFAudio
import Foundation
import PrivatePipeWire
import RunningProgram
import SordinoRealtime

/// From `speak` until the first sound at the loudspeaker, from `write` until the first buffer, and the speed of `write`.
enum Speech {
    private static let rounds = 7
    private static let target = 120.0

    static func measure() throws {
        guard SpeakingProgram.hasVoices else {
            return row("speak -> first sound", "", "", "libespeak-ng is not installed")
        }
        let device = try Device(quantum: 256, withSessionManager: true, seconds: 300)
        try device.startDaemon()
        var times: [String: [Double]] = [:]
        for _ in 0..<rounds {
            try listen(device, preparing: false) { times["a new synthesizer", default: []].append($0[0]) }
            try listen(device, preparing: true) { heard in
                times["first utterance", default: []].append(heard[0])
                times["second utterance", default: []].append(heard[1])
            }
            for (what, time) in try write(device) { times[what, default: []].append(time) }
        }
        show("speak -> first sound, new synthesizer", times["a new synthesizer"])
        show("speak -> first sound, first utterance", times["first utterance"])
        show("speak -> first sound, second utterance", times["second utterance"])
        show("write -> first buffer, new synthesizer", times["cold"])
        show("write -> first buffer, second time", times["again"])
        let speeds = (times["speed"] ?? []).sorted()
        row(
            "write, a page of text", "\(text(speeds[speeds.count / 2], 0)) x real time", "target: 30 x",
            "slowest of \(rounds): \(text(speeds[0], 0))")
    }

    private static func show(_ what: String, _ times: [Double]?) {
        let sorted = (times ?? []).sorted()
        guard let longest = sorted.last else { return }
        let median = sorted[sorted.count / 2]
        row(
            what, "\(text(median, 1)) ms", "target: \(text(target, 0)) ms",
            "\(median <= target ? "met" : "missed"), longest of \(sorted.count): \(text(longest, 1))")
    }

    /// Milliseconds from each `speak` of a new program to the first sound of it.
    private static func listen(_ device: Device, preparing: Bool, _ body: ([Double]) -> Void) throws {
        let program = try RunningProgram(
            "io-bench", ["--speaking-program"] + (preparing ? ["prepared"] : []), environment: device.environment)
        defer { program.kill() }
        try program.wait(for: "ready")
        var heard: [Double] = []
        for number in 1...(preparing ? 2 : 1) {
            try device.hear("silence", frames: 9_600) { $0.allSatisfy { $0 == 0 } }
            let start = device.recorder.frames
            program.say("speak")
            var (seen, first): (Int, Int?) = (start, nil)
            try until("speech is heard") {
                let end = device.recorder.frames
                first = device.recorder.samples(seen..<end)[0].firstIndex { abs($0) > 0.0005 }.map { $0 + seen }
                seen = end
                return first != nil
            }
            heard.append(Double((first ?? start) - start) / 48)
            try program.wait(for: "spoken \(number)")
        }
        body(heard)
    }

    private static func write(_ device: Device) throws -> [(String, Double)] {
        let program = try RunningProgram("io-bench", ["--writing-program"], environment: device.environment)
        defer { program.kill() }
        try program.wait(for: "done")
        return program.said.compactMap { line in
            let words = line.split(separator: " ")
            return words.count == 2 ? Double(words[1]).map { (String(words[0]), $0) } : nil
        }
    }
}

/// A program that speaks at each line of its input, or writes speech into buffers.
final class SpeakingProgram: NSObject, AVSpeechSynthesizerDelegate, @unchecked Sendable {
    private static let prompt = "In two hundred metres, turn left onto the motorway, and keep to the right."

    static var hasVoices: Bool { !AVSpeechSynthesisVoice.speechVoices().isEmpty }

    private var synthesizer: AVSpeechSynthesizer?
    private var count = 0

    static func run(prepared: Bool) -> Never {
        let program = SpeakingProgram()
        if prepared {
            program.synthesizer = AVSpeechSynthesizer()
            // The time between the start of an app and its first word.
            RunLoop.main.run(until: Date().addingTimeInterval(0.5))
        }
        Thread.detachNewThread {
            while readLine() != nil { DispatchQueue.main.async { program.speak() } }
            exit(0)
        }
        say("ready")
        RunLoop.main.run()
        exit(0)
    }

    private func speak() {
        let synthesizer = synthesizer ?? AVSpeechSynthesizer()
        self.synthesizer = synthesizer
        synthesizer.delegate = self
        let utterance = AVSpeechUtterance(string: Self.prompt)
        utterance.voice = AVSpeechSynthesisVoice(language: "en-US")
        synthesizer.speak(utterance)
    }

    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didFinish utterance: AVSpeechUtterance) {
        count += 1
        Self.say("spoken \(count)")
    }

    /// Prints milliseconds to the first buffer, twice, and how many times faster than real time a page is written.
    static func write() -> Never {
        let synthesizer = AVSpeechSynthesizer()
        say("cold \(write(prompt, synthesizer).first * 1e3)")
        say("again \(write(prompt, synthesizer).first * 1e3)")
        let page = write(String(repeating: prompt + " ", count: 30), synthesizer)
        say("speed \(page.sound / page.all)")
        say("done")
        exit(0)
    }

    private static func write(
        _ text: String, _ synthesizer: AVSpeechSynthesizer
    ) -> (first: Double, all: Double, sound: Double) {
        let start = HostClock.now()
        let end = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var (first, all, frames): (Double?, Double, Int) = (nil, 0, 0)
        let utterance = AVSpeechUtterance(string: text)
        utterance.voice = AVSpeechSynthesisVoice(language: "en-US")
        synthesizer.write(utterance) { buffer in
            let seconds = Double(HostClock.now() - start) * 1e-9
            let count = Int((buffer as? AVAudioPCMBuffer)?.frameLength ?? 0)
            first = first ?? seconds
            frames += count
            guard count == 0 else { return }
            all = seconds
            end.signal()
        }
        end.wait()
        return (first ?? 0, all, Double(frames) / 22_050)
    }

    /// Prints a line at once; `fflush` would wait for the thread that reads.
    private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
