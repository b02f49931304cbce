import Foundation
import Testing

/// `audioctl console` and others with words that they cannot use; the page is tested with its room.
@Suite(.enabled(if: ProgramRun.isBuilt("audioctl"), "audioctl was not built")) struct ConsoleCommandTests {
    @Test(arguments: [
        (["console", "--listen", "nowhere"], 2, "is not a place to listen"),
        (["console", "--certificate", "only.pem"], 2, "belong together"),
        (["console", "--certificate", "no.pem", "--key", "no.pem"], 2, "No such file"),
        (["console", "one.log", "two.log"], 2, "is not understood"), (["console", "no.log"], 1, "No such file"),
        (["play-to"], 2, "\"play-to\" needs the name of an output, or \"local\" for the device itself"),
        (["play-to", "without"], 2, "needs the name of an output"),
    ])
    func whatCannotBeIsSaid(words: [String], status: Int32, sentence: String) throws {
        let scratch = try Scratch()
        let run = try ProgramRun("audioctl", words, in: scratch.folder)
        #expect(run.status == status)
        #expect(run.complaint.contains(sentence), "\(words): \(run.complaint)")
    }
}
