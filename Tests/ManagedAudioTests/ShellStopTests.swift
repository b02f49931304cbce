import Foundation
import Glibc
import Patience
import PrivatePipeWire
import RunningProgram
import Testing

extension ManagedAudioTests {
    /// A player that a shell stops by SIGTSTP (Ctrl-Z), or that is stopped by SIGSTOP, and that continues.
    @Suite(
        .serialized, .enabled(if: PrivatePipeWire.path(of: "bash") != nil, "skipped: bash, which has jobs, is missing"))
    struct ShellStopTests {
        /// A player as a job of a shell: the kernel stops no job by SIGTSTP that no shell could continue.
        private struct Job {
            let shell: RunningProgram
            let id: pid_t

            init(_ system: WholeSystem) throws {
                let file = system.server.folder.appendingPathComponent("minute.wav")
                try WaveFile.write((0..<48_000 * 60).map { Float($0 % 48_000) / 65_536 - 0.375 }, to: file)
                let line = "set -m; '\(RunningProgram.path("afplay"))' '\(file.path)' & echo job $!; read line"
                shell = try RunningProgram(
                    try #require(PrivatePipeWire.path(of: "bash")), ["-c", line], environment: system.environment)
                let shell = shell
                let id = Patience.first {
                    shell.said.first { $0.hasPrefix("job ") }.flatMap { pid_t($0.dropFirst(4)) }
                }
                self.id = try #require(id)
            }

            /// Indicates whether the kernel has stopped it.
            var isStopped: Bool {
                let line = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
                return line?.split(separator: ")").last?.hasPrefix(" T") == true
            }
        }

        /// The place in the sound of the first or last 480 samples that are whole, and the frame of the recording.
        private func whole(_ samples: ArraySlice<Float>, last: Bool) -> (place: Int, frame: Int)? {
            let starts = Array(stride(from: samples.startIndex, to: samples.endIndex - 480, by: 16))
            let found = (last ? starts.reversed() : starts).first { Code.isWhole(Array(samples[$0..<$0 + 480])) }
            return found.map { (Int(((samples[$0] + 0.375) * 65_536).rounded()), $0) }
        }

        @Test(arguments: [SIGTSTP, SIGSTOP], [true, false])
        func theSoundOfAStoppedPlayerGoesOnFromThere(signal: Int32, hasService: Bool) throws {
            // The test's own clock would wait for a process that is stopped.
            let system = try WholeSystem(quantum: 1_024, withDaemon: hasService, hasClock: false)
            let job = try Job(system)
            defer { kill(job.id, SIGKILL) }
            #expect(system.hear(until: Code.isWhole) != nil, "\(job.shell.said)")
            #expect(kill(job.id, signal) == 0)
            #expect(Patience.until { job.isStopped })
            system.recorder.pass(4_800)
            let stopped = system.recorder.frames
            #expect(system.hear(until: isSilence) != nil)
            #expect(kill(job.id, SIGCONT) == 0)
            #expect(system.hear(until: Code.isWhole) != nil, "\(job.shell.said)")
            let samples = system.recorder.samples[0]
            let before = try #require(whole(samples[..<stopped], last: true))
            let after = try #require(whole(samples[stopped...], last: false))
            // Fades, and what the stream held when it stopped.
            let missing = (after.place - before.place + 48_000) % 48_000
            #expect(missing <= 9_600, "\(before), \(after)")
            guard signal == SIGTSTP, system.recorder.gaps == 0 else { return }
            let steps = (before.frame..<after.frame).map { abs(samples[$0 + 1] - samples[$0]) }.filter { $0 < 0.7 }
            #expect(steps.max() ?? 1 < 0.02, "\(steps.max() ?? 1)")
        }
    }
}
