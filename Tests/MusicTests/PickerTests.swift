import Foundation
import MediaPlayer
import SordinoLibrary
import SordinoSimulator
import Testing

/// Receives what a picker gives.
private final class Receiver: NSObject, MPMediaPickerControllerDelegate {
    var picked: [[String]] = []
    var cancelCount = 0

    func mediaPicker(
        _ mediaPicker: MPMediaPickerController, didPickMediaItems mediaItemCollection: MPMediaItemCollection
    ) {
        picked.append(mediaItemCollection.items.map { $0.title ?? "" })
        mediaPicker.dismiss(animated: true)
    }

    func mediaPickerDidCancel(_ mediaPicker: MPMediaPickerController) {
        cancelCount += 1
        mediaPicker.dismiss(animated: true)
    }
}

@Suite(.timeLimit(.minutes(20)))
struct PickerTests {
    private let phone: MusicPhone
    private let library: MusicLibrary

    init() throws {
        phone = try MusicPhone()
        for (title, artist) in [("Aria", "Bach"), ("Bolero", "Ravel"), ("Canon", "Pachelbel")] {
            try phone.song(title, artist: artist)
        }
        try phone.song("Episode", folder: "Podcasts")
        library = try phone.open()
    }

    private func present(_ types: MPMediaType, several: Bool, to receiver: Receiver) -> MPMediaPickerController {
        phone.perform {
            let picker = MPMediaPickerController(mediaTypes: types)
            picker.delegate = receiver
            picker.allowsPickingMultipleItems = several
            picker.prompt = "For the road"
            UIViewController().present(picker, animated: true)
            return picker
        }
    }

    @Test func thePersonPicksItemsOfTheKindsThatAreOffered() {
        let receiver = Receiver()
        phone.app.answerMediaPickers { prompt, titles in
            #expect(prompt == "For the road")
            return titles == ["Aria", "Bolero", "Canon"] ? ["Canon", "Aria"] : nil
        }
        let several = present(.music, several: true, to: receiver)
        phone.device.advance(0.1)
        #expect(receiver.picked == [["Canon", "Aria"]] && receiver.cancelCount == 0, "in the order of picking")
        #expect(several.presentingViewController == nil, "the delegate has dismissed it")
        let one = present(.music, several: false, to: receiver)
        phone.device.advance(0.1)
        #expect(receiver.picked.last == ["Canon"], "one alone")
        #expect(one.mediaTypes == .music && one.showsCloudItems && one.showsItemsWithProtectedAssets)
        phone.app.answerMediaPickers { _, titles in titles }
        _ = present(.podcast, several: true, to: receiver)
        phone.device.advance(0.1)
        #expect(receiver.picked.last == ["Episode"])
        phone.app.answerMediaPickers { _, _ in nil }
        _ = present(.any, several: true, to: receiver)
        phone.device.advance(0.1)
        #expect(receiver.cancelCount == 1 && receiver.picked.count == 3)
    }

    @Test func aPickerThatIsDismissedOrForbiddenGivesNothing() {
        let receiver = Receiver()
        let waiting = present(.music, several: true, to: receiver)
        phone.device.advance(1)
        #expect(receiver.picked.isEmpty && receiver.cancelCount == 0, "nobody has looked at it")
        waiting.dismiss(animated: true)
        phone.app.answerMediaPickers { _, titles in titles }
        // An answer that comes with the dismissal is not delivered.
        phone.perform {
            let other = MPMediaPickerController(mediaTypes: .music)
            other.delegate = receiver
            UIViewController().present(other, animated: true)
            other.dismiss(animated: true)
        }
        phone.device.advance(1)
        #expect(receiver.picked.isEmpty && receiver.cancelCount == 0)
        phone.app.answerLibraryPermission(false)
        phone.device.advance(0.1)
        _ = present(.music, several: true, to: receiver)
        phone.device.advance(0.1)
        #expect(receiver.picked.isEmpty && receiver.cancelCount == 1)
    }

    @Test func linesOnATerminalPickSearchTurnAndCancel() throws {
        var model = PickerModel(prompt: "Pick\u{1B}[2J", allowsSeveral: true, kinds: 1)
        let lines = model.lines(library)
        #expect(lines.contains("Pick?[2J"), "what steers a terminal is not passed on")
        #expect(lines.contains("     1  Aria · Bach") && lines.contains("1 to 3 of 3 songs."))
        #expect(!lines.joined().contains("Episode"))
        #expect(model.take("", library) == .again("nothing is picked yet; q cancels"))
        for word in ["4", "0", "x", "2-1", "1-", "-1", "1-99999999999999999999", "1-9223372036854775807"] {
            #expect(model.take(word, library) == .again("\"\(word)\" is no number of the list"))
        }
        #expect(model.take("/ravel", library) == .again(nil))
        #expect(model.lines(library).contains("1 to 1 of 1 song with \"ravel\"."))
        #expect(model.take(" 1 ", library) == .again(nil))
        #expect(model.take("/", library) == .again(nil))
        #expect(model.lines(library).contains("*    2  Bolero · Ravel"))
        #expect(model.take("3, 1 3", library) == .again(nil), "a number that is there takes its song away")
        let picked = model.take("", library)
        let titles = try #require({ if case .picked(let ids) = picked { ids } else { nil } }()).map { id in
            library.value(of: id) { $0.text(.title, $1) } ?? ""
        }
        #expect(titles == ["Bolero", "Aria"])
        #expect(model.take("q", library) == .cancelled)
        var one = PickerModel(prompt: nil, allowsSeveral: false, kinds: 1)
        #expect(one.take("1 2", library) == .again("one song can be picked"))
        guard case .picked(let ids) = one.take("3", library) else {
            Issue.record("a number picks")
            return
        }
        #expect(ids.count == 1)
    }

    @Test func longListsHavePages() throws {
        for number in 0..<45 { try phone.song("Song \(100 + number)", seconds: 0.1) }
        try library.scan()
        var model = PickerModel(prompt: nil, allowsSeveral: true, kinds: 1)
        #expect(model.lines(library).contains("1 to 20 of 48 songs."))
        for _ in 0..<5 { #expect(model.take("n", library) == .again(nil)) }
        #expect(model.lines(library).contains("41 to 48 of 48 songs."))
        #expect(model.take("p", library) == .again(nil))
        #expect(model.lines(library).contains("21 to 40 of 48 songs."))
    }
}
