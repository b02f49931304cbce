import Foundation
import SordinoBus
import SordinoDevice
import SordinoLibrary
import SordinoSession
import Synchronization

/// Names on the bus for pickers that a console shows.
enum MediaPickerBus {
    static let name = "org.sordino.MediaPicker1"
    static let path = "/org/sordino/MediaPicker1"
    /// Takes the program's name, the prompt, the kinds of media and whether several are allowed; gives identifiers.
    static let signature = "ssxb"
}

/// One question to the person which items a program may have.
///
/// It is answered by a test, on the program's terminal or by a console, whichever is there first; without any of them at once.
final class MediaAsking: Sendable {
    private let context: AppContext
    private let answer: @Sendable (MediaAsking, [UInt64]?) -> Void
    private let connection = Mutex<BusConnection?>(nil)
    /// Indicates whether nothing is asked any more.
    private let isOver = Atomic(false)
    /// The time that a person may take, in seconds.
    private static let personSeconds = 3_600.0

    /// - Parameter answer: Called once, on any thread.
    init(_ context: AppContext, answer: @escaping @Sendable (MediaAsking, [UInt64]?) -> Void) {
        (self.context, self.answer) = (context, answer)
    }

    /// Asks the person by the first way that there is.
    func begin(_ model: PickerModel, _ library: MusicLibrary?) {
        guard let library else { return finish(nil) }
        if AppContext.chosen != nil || context.system.isPulled { return askSimulatedPerson(model, library) }
        if isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 { return askTerminal(model, library) }
        if !askConsole(model) {
            let sentence = "Sordino: a picker needs a terminal, or a console (audioctl console) on this bus\n"
            FileHandle.standardError.write(Data(sentence.utf8))
            finish(nil)
        }
    }

    /// Withdraws the question: an answer has no effect any more.
    func end() {
        isOver.store(true, ordering: .relaxed)
        // A console notices that the program has left.
        connection.withLock { $0 }?.close()
    }

    private func finish(_ ids: [UInt64]?) {
        answer(self, ids)
        connection.withLock { $0 }?.close()
    }

    private func askSimulatedPerson(_ model: PickerModel, _ library: MusicLibrary) {
        guard let choose = context.attachment(MediaPerson.self, make: { _ in MediaPerson() }).answer else { return }
        let (table, rows) = model.found(in: library)
        let offered = rows.map { (title: table.text(.title, Int($0)), id: table.ids[Int($0)]) }
        let picked = choose(model.prompt, offered.map(\.title))
        finish(picked?.compactMap { title in offered.first { $0.title == title }?.id })
    }

    // MARK: The terminal

    private func askTerminal(_ model: PickerModel, _ library: MusicLibrary) {
        Thread.detachNewThread { [self] in
            var model = model
            while !isOver.load(ordering: .relaxed) {
                Self.show(model.lines(library).joined(separator: "\n") + "\n> ")
                guard let line = StandardInput.line() else { return finish(nil) }
                if isOver.load(ordering: .relaxed) { return }
                switch model.take(line, library) {
                case .again(let sentence): if let sentence { Self.show(sentence + "\n") }
                case .picked(let ids): return finish(ids)
                case .cancelled: return finish(nil)
                }
            }
        }
    }

    private static func show(_ text: String) { try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) }

    // MARK: The console

    /// - Returns: False if no console is there.
    private func askConsole(_ model: PickerModel) -> Bool {
        guard let connection = try? BusConnection(.user) else { return false }
        let hasOwner = BusMethod(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "NameHasOwner")
        guard
            (try? connection.ask(hasOwner, [.text(MediaPickerBus.name)], signature: "s", answer: "b", seconds: 1))
                == [.bool(true)]
        else {
            connection.close()
            return false
        }
        self.connection.withLock { $0 = connection }
        let method = BusMethod(
            destination: MediaPickerBus.name, path: MediaPickerBus.path, interface: MediaPickerBus.name, member: "Pick")
        let values: [WireValue] = [
            .text(context.declaration.name), .text(model.prompt ?? ""), .integer(Int64(bitPattern: model.kinds)),
            .bool(model.allowsSeveral),
        ]
        connection.perform { [self] link in
            do throws(BusError) {
                try link.call(method, values, signature: MediaPickerBus.signature, seconds: Self.personSeconds) {
                    [self] in
                    guard $0.error == nil, case .list(let texts)? = try? $0.read(signature: "as", isAnswer: true).first
                    else { return finish(nil) }
                    finish(texts.compactMap { if case .text(let text) = $0 { UInt64(text, radix: 16) } else { nil } })
                }
            } catch { finish(nil) }
        }
        return true
    }
}
