import Glibc

// The owner of the C struct is this package itself.
// swift-format-ignore: AvoidRetroactiveConformances
extension AudioChannelDescription: @retroactive Equatable {
    /// Equal labels, flags and coordinates.
    public static func == (lhs: AudioChannelDescription, rhs: AudioChannelDescription) -> Bool {
        lhs.mChannelLabel == rhs.mChannelLabel && lhs.mChannelFlags == rhs.mChannelFlags
            && lhs.mCoordinates == rhs.mCoordinates
    }
}

extension AudioChannelLayout {
    /// The offset of the first description.
    fileprivate static let firstDescription =
        MemoryLayout<AudioChannelLayout>.size - MemoryLayout<AudioChannelDescription>.size

    /// The bytes that a layout with `maximumDescriptions` descriptions takes.
    ///
    /// - Parameter maximumDescriptions: None counts as one, which the struct always has.
    public static func sizeInBytes(maximumDescriptions: Int) -> Int {
        precondition(maximumDescriptions >= 0, "a layout cannot have a negative number of descriptions")
        return firstDescription + max(maximumDescriptions, 1) * MemoryLayout<AudioChannelDescription>.stride
    }

    /// A new layout with room for `maximumDescriptions` descriptions, all zero, its `count` set to that.
    ///
    /// Release it with `free()`.
    public static func allocate(maximumDescriptions: Int) -> AudioChannelLayout.UnsafeMutablePointer {
        guard let memory = calloc(1, sizeInBytes(maximumDescriptions: maximumDescriptions)) else {
            preconditionFailure("there is no memory for a layout of \(maximumDescriptions) channels")
        }
        let layout = UnsafeMutablePointer(memory.bindMemory(to: AudioChannelLayout.self, capacity: 1))
        layout.count = maximumDescriptions
        return layout
    }
}

extension AudioChannelLayout {
    /// The descriptions of a layout as a collection, for reading.
    ///
    /// It does not own the layout.
    @frozen
    public struct UnsafePointer: RandomAccessCollection {
        /// The pointer to the layout.
        public var unsafePointer: Swift.UnsafePointer<AudioChannelLayout>

        /// Looks at the layout behind `p`.
        public init(_ p: Swift.UnsafePointer<AudioChannelLayout>) { unsafePointer = p }

        /// Refers to the layout behind `p`; nil for a nil pointer.
        public init?(_ p: Swift.UnsafePointer<AudioChannelLayout>?) {
            guard let p else { return nil }
            unsafePointer = p
        }

        /// The number of descriptions, 0 for most tags.
        public var count: Int { Int(unsafePointer.pointee.mNumberChannelDescriptions) }

        /// The index of the first description, always 0.
        public var startIndex: Int { 0 }

        /// The number of descriptions.
        public var endIndex: Int { count }

        /// The description at `index`.
        public subscript(index: Int) -> AudioChannelDescription {
            precondition(index >= 0 && index < count, "subscript index out of range")
            return (UnsafeRawPointer(unsafePointer) + AudioChannelLayout.firstDescription)
                .assumingMemoryBound(to: AudioChannelDescription.self)[index]
        }
    }

    /// The descriptions of a layout as a collection.
    ///
    /// It does not own the layout, and copies of it see the same one.
    @frozen
    public struct UnsafeMutablePointer: MutableCollection, RandomAccessCollection {
        /// The pointer to the layout.
        public var unsafeMutablePointer: Swift.UnsafeMutablePointer<AudioChannelLayout>

        /// The layout itself, for reading.
        public var unsafePointer: Swift.UnsafePointer<AudioChannelLayout> {
            Swift.UnsafePointer(unsafeMutablePointer)
        }

        /// Looks at the layout behind `p`.
        public init(_ p: Swift.UnsafeMutablePointer<AudioChannelLayout>) { unsafeMutablePointer = p }

        /// Refers to the layout behind `p`; nil for a nil pointer.
        public init?(_ p: Swift.UnsafeMutablePointer<AudioChannelLayout>?) {
            guard let p else { return nil }
            unsafeMutablePointer = p
        }

        /// The number of descriptions.
        ///
        /// To set it is to write `mNumberChannelDescriptions`; the memory must have the room.
        public var count: Int {
            get { Int(unsafeMutablePointer.pointee.mNumberChannelDescriptions) }
            nonmutating set { unsafeMutablePointer.pointee.mNumberChannelDescriptions = UInt32(newValue) }
        }

        /// The index of the first description, always 0.
        public var startIndex: Int { 0 }

        /// The number of descriptions.
        public var endIndex: Int { count }

        /// The description at `index`, to be read or changed in its place.
        public subscript(index: Int) -> AudioChannelDescription {
            get {
                precondition(index >= 0 && index < count, "subscript index out of range")
                return descriptions[index]
            }
            nonmutating _modify {
                precondition(index >= 0 && index < count, "subscript index out of range")
                yield &descriptions[index]
            }
        }

        private var descriptions: Swift.UnsafeMutablePointer<AudioChannelDescription> {
            (UnsafeMutableRawPointer(unsafeMutablePointer) + AudioChannelLayout.firstDescription)
                .assumingMemoryBound(to: AudioChannelDescription.self)
        }
    }
}
