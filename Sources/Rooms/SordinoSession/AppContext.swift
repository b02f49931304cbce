import SordinoPolicy
import Synchronization

/// One program on one device: what `AVAudioSession.sharedInstance()`, players and engines belong to.
///
/// An object asks for `AppContext.current` once, when it is created, and keeps it. Inside `run` (and in tasks that are
/// started there) that is the given program; elsewhere it is the process's own.
package final class AppContext: Sendable {
    package let system: AudioSystem
    package let client: SessionClient

    /// The place of the one object of a type; who makes it holds this lock and no other.
    private final class Place: Sendable {
        let object = Mutex<(any AnyObject & Sendable)?>(nil)
    }

    /// Faces and other single objects of the program, by their type.
    private let attachments = Mutex<[ObjectIdentifier: Place]>([:])

    /// Makes a program known to the device's session service.
    package init(system: AudioSystem, declaration: AppDeclaration) {
        self.system = system
        client = SessionClient(transport: system.transport, declaration: declaration, callbacks: system.callbacks)
        client.adopt(context: self)
    }

    package var id: AppID { client.id }
    package var declaration: AppDeclaration { client.declaration }

    /// The program that `run` gave to the running code; nil outside of `run`.
    @TaskLocal package static var given: AppContext?

    /// Runs `body` as a part of the program; nil is the process's own.
    package static func run<Result>(in context: AppContext?, _ body: () throws -> Result) rethrows -> Result {
        try $given.withValue(context, operation: body)
    }

    /// Runs `body` as a part of the program.
    package static func run<Result: Sendable>(
        in context: AppContext?, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await $given.withValue(context, operation: body)
    }

    /// The one object of this type that belongs to the program, made at first use.
    ///
    /// - Parameter make: Called at most once. It may ask for attachments of other types.
    package func attachment<Object: AnyObject & Sendable>(_ type: Object.Type, make: (AppContext) -> Object) -> Object {
        let place = attachments.withLock { all in
            if let there = all[ObjectIdentifier(type)] { return there }
            let place = Place()
            all[ObjectIdentifier(type)] = place
            return place
        }
        return place.object.withLock { object in
            if let there = object as? Object { return there }
            let made = make(self)
            object = made
            return made
        }
    }
}
