import AVFoundation
import Patience
import Synchronization
import Testing

/// Notifications in a program whose main queue other threads serve, as the process of tests is one.
struct MainQueueTests {
    @Test func observersOfTheMainQueueHearWhatIsPostedThere() throws {
        let name = NSNotification.Name("MainQueueTests")
        let object = NSObject()
        let heard = Mutex<[String]>([])
        let token = NotificationCenter.default.addObserver(forName: name, object: object, queue: .main) { note in
            heard.withLock { $0.append(note.userInfo?["text"] as? String ?? "") }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        nonisolated(unsafe) let sender = object
        // On the main queue, in an operation of it, and elsewhere.
        DispatchQueue.main.async {
            NotificationCenter.default.postFromAnywhere(name: name, object: sender, userInfo: ["text": "queue"])
        }
        #expect(Patience.until { heard.withLock { $0 } == ["queue"] })
        OperationQueue.main.addOperation {
            NotificationCenter.default.postFromAnywhere(name: name, object: sender, userInfo: ["text": "operation"])
        }
        #expect(Patience.until { heard.withLock { $0 } == ["queue", "operation"] })
        NotificationCenter.default.postFromAnywhere(name: name, object: object, userInfo: ["text": "here"])
        #expect(heard.withLock { $0 } == ["queue", "operation", "here"])
    }
}
