import Glibc
import SordinoCommandLine
import SordinoFileTools

/// All conversions of one command line, one after the other.
struct Conversions {
    let request: ConversionRequest

    init(_ request: ConversionRequest) { self.request = request }

    /// Runs them.
    ///
    /// - Returns: The exit status: 0, or 1 if one of them failed.
    func run() -> Int32 {
        if let list = request.manifest { return run(list: list) }
        var status: Int32 = 0
        for input in request.inputs {
            for output in request.outputs {
                if !run(input, output) { status = 1 }
            }
        }
        return status
    }

    private func run(list: String) -> Int32 {
        do throws(ToolFailure) {
            let isWhole = try ManifestRun(request, list: list, shard: request.shard).run { ToolOutput.say($0) }
            return isWhole ? 0 : 1
        } catch {
            ToolOutput.complain("afconvert: \(error.text)\n")
            return 1
        }
    }

    /// Runs one, with the standard streams where a path is `-`.
    private func run(_ input: String, _ output: ConversionRequest.Output) -> Bool {
        do throws(ToolFailure) {
            var output = output
            let (isPiped, isPipe) = (input == "-", output.path == "-")
            let (source, target) = (isPiped ? try SpooledStream() : nil, isPipe ? try SpooledStream() : nil)
            try source?.fill(from: STDIN_FILENO)
            if let target { (output.path, output.part) = (target.path, target.path) }
            guard make(input, output, spooled: source, target) else { return false }
            try target?.empty(into: STDOUT_FILENO)
            return true
        } catch {
            ToolOutput.complain("afconvert: \(error.text)\n")
            return false
        }
    }

    /// Runs one whose standard streams are files; their paths were not typed by a person.
    private func make(
        _ input: String, _ output: ConversionRequest.Output, spooled source: SpooledStream?, _ target: SpooledStream?
    ) -> Bool {
        let path = source?.path ?? input
        func shown(_ text: String) -> String {
            var text = text
            if let source { text = text.replacing(source.path, with: "standard input") }
            if let target { text = text.replacing(target.path, with: "standard output") }
            return text
        }
        var bar = ProgressBar(shown(path))
        var job = ConversionJob(request, input: path)
        job.progress = { bar.show($0) }
        job.remarked = { ToolOutput.complain("afconvert: \(shown($0))\n") }
        do throws(ToolFailure) {
            let outcome = try job.run(output)
            bar.clear()
            if request.isTalkative, target == nil { describe(shown(path), outcome) }
            for remark in outcome.remarks { ToolOutput.complain("afconvert: \(shown(path)): \(remark)\n") }
            return true
        } catch {
            bar.clear()
            ToolOutput.complain("afconvert: \(shown(error.text(of: path, output.path ?? "")))\n")
            return false
        }
    }

    private func describe(_ input: String, _ outcome: ConversionJob.Outcome) {
        let format = DataFormatText.line(outcome.plan.description.format)
        ToolOutput.say(
            """
            \(input)
              to \(outcome.path), '\(outcome.plan.container.fileType.characters)'
              as \(format)
              \(counted(outcome.frameCount, "frame"))\(outcome.plan.copiesPackets ? ", packets copied" : "")

            """)
    }
}
