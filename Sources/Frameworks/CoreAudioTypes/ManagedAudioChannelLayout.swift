/// A channel layout as a Swift value; copies share memory that never changes.
public struct ManagedAudioChannelLayout: Sendable {
    /// Owns the layout's memory and frees it with the last copy.
    private final class Storage: @unchecked Sendable {
        let layout: UnsafePointer<AudioChannelLayout>
        let release: (UnsafePointer<AudioChannelLayout>) -> Void

        init(
            _ layout: UnsafePointer<AudioChannelLayout>,
            _ release: @escaping (UnsafePointer<AudioChannelLayout>) -> Void
        ) {
            self.layout = layout
            self.release = release
        }

        deinit { release(layout) }
    }

    private let storage: Storage

    /// Makes the layout that a tag names.
    public init(tag: AudioChannelLayoutTag) {
        let memory = UnsafeMutablePointer<AudioChannelLayout>.allocate(capacity: 1)
        memory.initialize(to: AudioChannelLayout())
        memory.pointee.mChannelLayoutTag = tag
        storage = Storage(memory) { UnsafeMutablePointer(mutating: $0).deallocate() }
    }

    /// Takes a layout over.
    ///
    /// - Parameter deallocator: Called with the layout when the last copy goes.
    public init(
        audioChannelLayoutPointer: AudioChannelLayout.UnsafePointer,
        deallocator: @escaping (AudioChannelLayout.UnsafePointer) -> Void
    ) {
        storage = Storage(audioChannelLayoutPointer.unsafePointer) { deallocator(AudioChannelLayout.UnsafePointer($0)) }
    }

    /// The bytes that the layout takes.
    public var sizeInBytes: Int {
        AudioChannelLayout.sizeInBytes(maximumDescriptions: Int(storage.layout.pointee.mNumberChannelDescriptions))
    }

    /// The tag: a name, or that bits or descriptions follow.
    public var tag: AudioChannelLayoutTag { storage.layout.pointee.mChannelLayoutTag }

    /// Calls a function with the layout, which is valid until it returns.
    public func withUnsafePointer<R>(_ body: (UnsafePointer<AudioChannelLayout>) throws -> R) rethrows -> R {
        try withExtendedLifetime(storage) { try body(storage.layout) }
    }
}
