import Foundation
import SordinoDevice
import SordinoLibrary
import SordinoPolicy
import SordinoSession
import SordinoWork
import Synchronization

/// Whether the running program may see the library: the row `library` among the answers.
///
/// The session's service keeps the answers of all programs; a program without a service is its own device and may.
final class LibraryAccess: Sendable {
    private let client: SessionClient
    private let callbacks: CallbackQueue
    private let waiting = Mutex<[@Sendable (MPMediaLibraryAuthorizationStatus) -> Void]>([])

    private init(_ context: AppContext) {
        (client, callbacks) = (context.client, context.system.callbacks)
        _ = client.addObserver(on: .main) { [weak self] notification in
            if case .libraryPermission = notification { self?.answer() }
        }
    }

    /// The access of the running program.
    static var current: LibraryAccess {
        AppContext.current.attachment(LibraryAccess.self) { LibraryAccess($0) }
    }

    var status: MPMediaLibraryAuthorizationStatus {
        switch client.snapshot.libraryPermission {
        case .granted: .authorized
        case .denied: .denied
        default: .notDetermined
        }
    }

    /// The library, if the program may see it; asks the person where that has not happened yet.
    ///
    /// As Apple has it, a program that never asked causes the question by its first look at the library.
    var library: MusicLibrary? {
        guard let library = LibraryPlaces.current.map(MusicLibrary.at) else { return nil }
        switch status {
        case .authorized:
            library.beginWatching()
            return library
        case .notDetermined:
            // Asking is never refused.
            try? client.ask(.requestLibraryPermission)
            guard status == .authorized else { return nil }
            library.beginWatching()
            return library
        case .denied, .restricted: return nil
        }
    }

    /// Asks the person, if that has not happened yet.
    ///
    /// - Parameter respond: Called once, on the main queue.
    func ask(_ respond: @escaping @Sendable (MPMediaLibraryAuthorizationStatus) -> Void) {
        guard status == .notDetermined else {
            let status = status
            return callbacks.deliver(.main, to: client.context) { respond(status) }
        }
        waiting.withLock { $0.append(respond) }
        try? client.ask(.requestLibraryPermission)
    }

    private func answer() {
        let status = status
        guard status != .notDetermined else { return }
        let all = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for respond in all { respond(status) }
    }
}
