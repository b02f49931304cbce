// afconvert: makes sound files of sound files.
import Glibc
import SordinoCommandLine
import SordinoFileTools

let command: ConversionCommand
do {
    command = try ConversionCommand(Array(CommandLine.arguments.dropFirst()))
} catch let misuse as CommandMisuse {
    ToolOutput.complain("afconvert: \(misuse.sentence)\n\n\(Usage.short)")
    exit(2)
} catch {
    ToolOutput.complain("afconvert: \((error as? ToolFailure)?.text ?? "\(error)")\n")
    exit(1)
}

if let remark = ConversionCommand.environmentRemark { ToolOutput.complain("afconvert: \(remark)\n") }
switch command {
case .help: ToolOutput.say(Usage.long)
case .helpFormats: ToolOutput.say(FormatList.text)
case .version: ToolOutput.say(Release.line(for: "afconvert"))
case .convert(let request):
    for remark in request.remarks { ToolOutput.complain("afconvert: \(remark)\n") }
    ToolOutput.end(Conversions(request).run())
}
ToolOutput.end(0)
