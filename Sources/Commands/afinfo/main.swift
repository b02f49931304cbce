// afinfo: describes sound files and MIDI files.
import Glibc
import SordinoCommandLine
import SordinoFileTools
import SordinoJSON
import SordinoMedia

let arguments = Arguments.read()
if let remark = ConversionCommand.environmentRemark { ToolOutput.complain("afinfo: \(remark)\n") }
var elements: [String] = []
var objects: [JSONText] = []
var status: Int32 = 0
for name in arguments.files {
    let spool = name == "-" ? standardInput() : nil
    if name == "-", spool == nil { continue }
    let (file, shown) = (spool?.path ?? name, spool == nil ? name : "standard input")
    do throws(MediaError) {
        if var report = try MIDIFileReport(path: file) {
            report.path = shown
            switch arguments.form {
            case .text: ToolOutput.say(report.text)
            case .brief: ToolOutput.say(report.brief)
            case .xml: elements.append(report.xml)
            case .json: objects.append(report.json)
            }
            continue
        }
        var report = try AudioFileReport(
            path: file, countsPackets: arguments.countsPackets, isBrief: arguments.form == .brief)
        report.path = shown
        switch arguments.form {
        case .text: ToolOutput.say(report.text(withInfo: arguments.showsInfo))
        case .brief: ToolOutput.say(report.brief)
        case .xml: elements.append(report.xml(withInfo: arguments.showsInfo))
        case .json: objects.append(report.json)
        }
        if report.isEmpty {
            ToolOutput.complain("afinfo: \(shown) contains no audio ('dta?')\n")
            status = 1
        }
    } catch {
        ToolOutput.complain("afinfo: \(ToolFailure(error, opening: file).text.replacing(file, with: shown))\n")
        status = 1
    }
}
if arguments.form == .xml { ToolOutput.say(AudioFileReport.document(elements)) }
if arguments.form == .json { ToolOutput.say(JSONText.list(objects).lines + "\n") }
ToolOutput.end(status)

/// Returns the standard input as a file; prints why there is none.
@MainActor func standardInput() -> SpooledStream? {
    do throws(ToolFailure) {
        let spool = try SpooledStream()
        try spool.fill(from: STDIN_FILENO)
        return spool
    } catch {
        ToolOutput.complain("afinfo: \(error.text)\n")
        status = 1
        return nil
    }
}
