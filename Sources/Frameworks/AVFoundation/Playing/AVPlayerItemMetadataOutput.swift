import CoreMedia
import Foundation
import SordinoEngine
import SordinoRealtime
import SordinoSession
import SordinoStreaming

/// Something that an item gives beside its sound.
open class AVPlayerItemOutput: NSObject, @unchecked Sendable {
    override init() { super.init() }
}

/// Receives metadata about a sound during playback.
public protocol AVPlayerItemMetadataOutputPushDelegate: AnyObject {
    /// Called with the metadata that applies from now on.
    ///
    /// - Parameters:
    ///   - groups: One for each moment, in order; their ends are not known.
    ///   - track: Nil: streams have no tracks.
    func metadataOutput(
        _ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
        from track: AVPlayerItemTrack?)
}

/// Delivers the metadata of stations and playlists: titles, and the texts of ID3 tags.
///
/// - Thread: any; the delegate is called on its queue.
open class AVPlayerItemMetadataOutput: AVPlayerItemOutput, @unchecked Sendable {
    private struct State {
        weak var delegate: (any AVPlayerItemMetadataOutputPushDelegate)?
        var queue: DispatchQueue?
    }

    private let identifiers: Set<String>?
    private let state = Guarded(State())

    /// Makes an output.
    ///
    /// - Parameter identifiers: Identifiers of the metadata to deliver; nil for all.
    public init(identifiers: [String]?) {
        self.identifiers = identifiers.map { Set($0) }
        super.init()
    }

    /// Makes an output of all metadata.
    public convenience override init() { self.init(identifiers: nil) }

    /// Sets the delegate and the queue for its calls.
    ///
    /// - Parameter delegateQueue: Nil for the main queue.
    open func setDelegate(
        _ delegate: (any AVPlayerItemMetadataOutputPushDelegate)?, queue delegateQueue: DispatchQueue?
    ) {
        let made = Lent(State(delegate: delegate, queue: delegateQueue))
        state.withLock { $0 = made.value }
    }

    /// The object that receives the metadata.
    open var delegate: (any AVPlayerItemMetadataOutputPushDelegate)? { state.withLock { Lent($0) }.value.delegate }
    /// The queue on which the delegate is called; nil means the main queue.
    open var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

    func tell(_ groups: [AVTimedMetadataGroup], _ context: AppContext) {
        let wanted = groups.compactMap { group -> AVTimedMetadataGroup? in
            guard let identifiers else { return group }
            let items = group.items.filter { $0.identifier.map { identifiers.contains($0.rawValue) } ?? false }
            return items.isEmpty ? nil : AVTimedMetadataGroup(items: items, timeRange: group.timeRange)
        }
        guard !wanted.isEmpty else { return }
        let call: @Sendable () -> Void = { [weak self] in
            guard let self else { return }
            delegate?.metadataOutput(self, didOutputTimedMetadataGroups: wanted, from: nil)
        }
        if let queue = delegateQueue, !queue.isMain {
            queue.async(execute: call)
        } else {
            context.system.callbacks.deliver(.main, to: context, call)
        }
    }
}

/// Metadata that holds for some time.
open class AVTimedMetadataGroup: NSObject, @unchecked Sendable {
    /// The items of the group.
    public let items: [AVMetadataItem]
    /// The time for which it holds, in that of the item.
    public let timeRange: CMTimeRange

    /// Groups metadata that applies to one range of time.
    public init(items: [AVMetadataItem], timeRange: CMTimeRange) {
        self.items = items
        self.timeRange = timeRange
        super.init()
    }
}

extension AVMetadataItem {
    /// Makes an item of one piece of metadata.
    static func item(_ note: SoundNote, at time: CMTime) -> AVMetadataItem {
        var content = Content()
        switch note.kind {
        case .station: (content.space, content.key) = (.icy, AVMetadataKey(rawValue: note.name))
        case .tag:
            content.space = .id3
            content.key =
                MetadataRow.all.first { $0.info == note.name }?.id3 ?? AVMetadataKey(rawValue: note.name)
        }
        content.value = NSString(string: note.text)
        content.time = time
        content.duration = .indefinite
        return AVMetadataItem(content)
    }
}
