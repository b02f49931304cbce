import Foundation
import SordinoDevice
import SordinoLibrary
import SordinoRealtime
import SordinoSession
import Synchronization

/// The library of music: the files in the folders of music, and an index of them.
///
/// The program may see it after the person has allowed that (`requestAuthorization`); a program that looks before causes the
/// question.
open class MPMediaLibrary: NSObject {
    private struct Watch {
        /// Calls of `beginGenerating…` without an end.
        var count = 0
        var observer: Int?
    }

    private let context: AppContext
    private let watch = Mutex(Watch())

    private init(_ context: AppContext) { self.context = context }

    /// Keeps the one library of a program.
    private final class Keeper: Sendable {
        let library: Lent<MPMediaLibrary>
        init(_ context: AppContext) { library = Lent(MPMediaLibrary(context)) }
    }

    /// The library of the program.
    open class func `default`() -> MPMediaLibrary {
        AppContext.current.attachment(Keeper.self) { Keeper($0) }.library.value
    }

    // MARK: The person's answer

    /// The answer of the person.
    open class func authorizationStatus() -> MPMediaLibraryAuthorizationStatus { LibraryAccess.current.status }

    /// Asks the person, if that has not happened yet.
    ///
    /// - Parameter completionHandler: Called with the answer, on the main queue.
    open class func requestAuthorization(
        _ completionHandler: @escaping @Sendable (MPMediaLibraryAuthorizationStatus) -> Void
    ) { LibraryAccess.current.ask(completionHandler) }

    /// Asks the person, if that has not happened yet.
    open class func requestAuthorization() async -> MPMediaLibraryAuthorizationStatus {
        await withCheckedContinuation { continuation in
            requestAuthorization { continuation.resume(returning: $0) }
        }
    }

    // MARK: Changes

    /// The time of the last change that the program could see.
    open var lastModifiedDate: Date {
        let library = AppContext.run(in: context) { LibraryAccess.current.library }
        return Date(timeIntervalSince1970: library?.changed ?? 0)
    }

    /// Begins to post `MPMediaLibraryDidChange`, on the main queue; may be called several times.
    open func beginGeneratingLibraryChangeNotifications() {
        let isFirst = watch.withLock { watch in
            watch.count += 1
            return watch.count == 1
        }
        guard isFirst, let library = AppContext.run(in: context, { LibraryAccess.current.library }) else { return }
        let (context, me) = (context, Lent(WeakObject(self)))
        let observer = library.addObserver {
            context.system.callbacks.deliver(.main, to: context) {
                guard let library = me.value.object else { return }
                NotificationCenter.default.post(name: .MPMediaLibraryDidChange, object: library)
            }
        }
        watch.withLock { $0.observer = observer }
    }

    /// Ends what one call of `beginGeneratingLibraryChangeNotifications` began.
    open func endGeneratingLibraryChangeNotifications() {
        let observer = watch.withLock { watch -> Int? in
            watch.count = max(0, watch.count - 1)
            guard watch.count == 0 else { return nil }
            defer { watch.observer = nil }
            return watch.observer
        }
        guard let observer, let library = AppContext.run(in: context, { LibraryAccess.current.library }) else { return }
        library.removeObserver(observer)
    }

    // MARK: Playlists

    /// Finds or makes a playlist of the program.
    ///
    /// - Parameters:
    ///   - uuid: The program's name for it.
    ///   - creationMetadata: Its name, if it is to be made when it is not there.
    ///   - completionHandler: Called on the calling thread.
    open func getPlaylist(
        with uuid: UUID, creationMetadata: MPMediaPlaylistCreationMetadata?,
        completionHandler: @escaping @Sendable (MPMediaPlaylist?, (any Error)?) -> Void
    ) {
        do {
            completionHandler(try playlist(uuid, creationMetadata), nil)
        } catch {
            completionHandler(nil, error)
        }
    }

    /// Finds or makes a playlist of the program.
    ///
    /// - Throws: `MPError`: `permissionDenied`; `notFound` if it is not there and is not to be made; `unknown` if its file
    ///   cannot be written.
    open func getPlaylist(
        with uuid: UUID, creationMetadata: MPMediaPlaylistCreationMetadata?
    ) async throws -> MPMediaPlaylist { try playlist(uuid, creationMetadata) }

    private func playlist(_ uuid: UUID, _ metadata: MPMediaPlaylistCreationMetadata?) throws -> MPMediaPlaylist {
        guard let library = AppContext.run(in: context, { LibraryAccess.current.library }) else {
            throw MPError(.permissionDenied, "the program may not see the library")
        }
        // The file of a list bears its identifier, so that it is found again.
        let ending = "-\(uuid.uuidString.prefix(8).lowercased()).m3u8"
        if let there = library.playlists.first(where: { $0.path.hasSuffix(ending) }) {
            return MPMediaPlaylist(there, library)
        }
        guard let metadata, let folder = library.places.folders.first else {
            throw MPError(.notFound, "there is no such playlist")
        }
        let name = metadata.name.map { $0 == "/" || $0.isNewline ? " " : $0 }
        var playlist = Playlist()
        playlist.path = "\(folder)/Playlists/\(String(name.prefix(80)))\(ending)"
        (playlist.name, playlist.details) = (metadata.name, metadata.descriptionText)
        playlist.author = metadata.authorDisplayName ?? ""
        playlist.id = PersistentID.of("playlist", playlist.path)
        do {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/Playlists", withIntermediateDirectories: true)
            try library.write(playlist)
        } catch { throw MPError(.unknown, "the playlist cannot be written: \(error)") }
        return MPMediaPlaylist(playlist, library)
    }

    /// Fails: there is no shop whose products have identifiers.
    open func addItem(
        withProductID productID: String, completionHandler: (@Sendable ([MPMediaEntity], (any Error)?) -> Void)? = nil
    ) { completionHandler?([], MPError(.notSupported, "there is no shop")) }

    /// Fails: there is no shop whose products have identifiers.
    open func addItem(withProductID productID: String) async throws -> [MPMediaEntity] {
        throw MPError(.notSupported, "there is no shop")
    }
}

/// An object that others keep alive.
struct WeakObject<Object: AnyObject> {
    weak var object: Object?
    init(_ object: Object) { self.object = object }
}
