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
for file in arguments.files {
    do throws(MediaError) {
        if let report = try MIDIFileReport(path: file) {
            switch arguments.form {
            case .text: ToolOutput.say(report.text)
            case .brief: ToolOutput.say(report.brief)
            case .xml: elements.append(report.xml)
            case .json: objects.append(report.json)
            }
            continue
        }
        let report = try AudioFileReport(
            path: file, countsPackets: arguments.countsPackets, isBrief: arguments.form == .brief)
        switch arguments.form {
        case .text: ToolOutput.say(report.text(withInfo: arguments.showsInfo))
        case .brief: ToolOutput.say(report.brief)
        case .xml: elements.append(report.xml(withInfo: arguments.showsInfo))
        case .json: objects.append(report.json)
        }
        if report.isEmpty {
            ToolOutput.complain("afinfo: \(file) contains no audio ('dta?')\n")
            status = 1
        }
    } catch {
        ToolOutput.complain("afinfo: \(ToolFailure(error, opening: file).text)\n")
        status = 1
    }
}
if arguments.form == .xml { ToolOutput.say(AudioFileReport.document(elements)) }
if arguments.form == .json { ToolOutput.say(JSONText.list(objects).lines + "\n") }
exit(status)
