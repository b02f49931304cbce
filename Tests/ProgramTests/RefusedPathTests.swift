import Foundation
import RunningProgram
import Testing

/// Paths that `afplay` and `afrecord` refuse, with the reason.
@Suite(.enabled(if: Programs.named("afplay") != nil && Programs.named("afrecord") != nil, "the tools were not built"))
struct RefusedPathTests {
    private let folder: Folder
    private let environment = ["SORDINO_BACKEND": "virtual", "SORDINO_SESSION": "inprocess"]

    init() throws { folder = try Folder() }

    private func expect(_ tool: String, _ words: [String], says sentence: String) throws {
        let program = try RunningProgram(tool, words, environment: environment)
        #expect(program.finish() == 1)
        #expect(program.said == ["\(tool): \(sentence)"])
    }

    @Test(.timeLimit(.minutes(20))) func aNamedPipeWithoutAWriterIsNotOpened() throws {
        let pipe = folder.file("pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        try expect("afplay", [pipe], says: "\(pipe) is not a regular file; use - for a stream")
    }

    @Test(.timeLimit(.minutes(20)), arguments: ["/dev/null", "/dev/zero", "/dev/stdin"])
    func aDeviceIsNotPlayed(path: String) throws {
        try expect("afplay", [path], says: "\(path) is not a regular file; use - for a stream")
    }

    @Test func anEmptyNameIsToldAsSuch() throws { try expect("afplay", [""], says: "an empty file name") }

    @Test func aBankThatIsNoneIsNamed() throws {
        let score = folder.file("a.mid")
        // One empty track.
        let bytes: [UInt8] = Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96]
        try Data(bytes + Array("MTrk".utf8) + [0, 0, 0, 4, 0, 0xFF, 0x2F, 0]).write(to: score)
        let bank = folder.file("x.sfz").path
        try Data("<region> sample=a.wav".utf8).write(to: folder.file("x.sfz"))
        let program = try RunningProgram("afplay", ["-b", bank, score.path], environment: environment)
        #expect(program.finish() == 1)
        #expect(program.said.count == 1 && program.said.allSatisfy { $0.contains(bank) }, "\(program.said)")
        // A pipe is as little a bank as it is a score.
        let pipe = folder.file("pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        let piped = try RunningProgram("afplay", ["-b", pipe, score.path], environment: environment)
        #expect(piped.finish() == 1)
        #expect(piped.said.allSatisfy { $0.contains("\(pipe): it is not a regular file") }, "\(piped.said)")
    }

    @Test(.timeLimit(.minutes(20))) func recordingIntoAFolderThatIsNotThereTellsTheReason() throws {
        let file = folder.file("none/x.wav").path
        let program = try RunningProgram("afrecord", [file], environment: environment)
        #expect(program.finish() == 1)
        #expect(
            program.said.last?.hasPrefix("afrecord: cannot record \(file): ") == true
                && program.said.last?.hasSuffix("No such file or directory") == true, "\(program.said)")
    }

    @Test(.timeLimit(.minutes(20))) func withoutABusTheAudioServerIsNotToBlame() throws {
        let file = try folder.sine("a.wav", seconds: 1)
        let nowhere = [
            "SORDINO_BACKEND": "virtual", "SORDINO_SESSION": "daemon",
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.file("bus").path)",
        ]
        let program = try RunningProgram("afplay", [file.path], environment: nowhere)
        #expect(program.finish() == 1)
        #expect(
            program.said == [
                "afplay: no sound: there is no message bus to the audio service; start the audio service "
                    + "(systemctl --user start audiosessiond), or unset SORDINO_SESSION to play without it"
            ])
    }
}
