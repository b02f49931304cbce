import Foundation
import SordinoLibrary
import SordinoRealtime
import Synchronization

/// Pictures as files, which shells show by their addresses.
///
/// They lie in the person's cache folder under the number of their bytes; the oldest go when there are more than a few.
enum ArtworkFiles {
    private static let fileLimit = 32

    private struct Last: Sendable {
        /// The picture that was asked for last, so that the same one is not made again.
        var artwork: Lent<MPMediaItemArtwork>?
        var url: String?
    }

    private static let last = Guarded(Last())

    /// The address of a picture; nil if there is none or it cannot be written.
    static func url(_ artwork: MPMediaItemArtwork) -> String? {
        let known = last.withLock { last in
            last.artwork.map { isSame($0.value, artwork) } == true ? Known(url: last.url) : nil
        }
        if let known { return known.url }
        // The program is called here, without the lock.
        let url = artwork.image(at: artwork.bounds.size).flatMap(write)
        let before = last.withLock { last in
            defer { (last.artwork, last.url) = (Lent(artwork), url) }
            return last.artwork
        }
        // Its block may hold anything: it ends after the lock.
        withExtendedLifetime(before) {}
        return url
    }

    private struct Known: Sendable { var url: String? }

    private static func isSame(_ one: MPMediaItemArtwork, _ other: MPMediaItemArtwork) -> Bool {
        one === other || one.itemID != 0 && one.itemID == other.itemID
    }

    private static var folder: URL? {
        FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first?
            .appendingPathComponent("sordino/artwork")
    }

    private static func write(_ image: UIImage) -> String? {
        guard let folder else { return nil }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in image.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let file = folder.appendingPathComponent(String(hash, radix: 16) + (image.isPNG ? ".png" : ".jpg"))
        if !FileManager.default.fileExists(atPath: file.path) {
            try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            clean(folder)
            guard (try? image.bytes.write(to: file, options: .atomic)) != nil else { return nil }
        }
        return file.absoluteString
    }

    private static func clean(_ folder: URL) {
        let keys: Set<URLResourceKey> = [.contentModificationDateKey]
        let files =
            (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: Array(keys))) ?? []
        guard files.count >= fileLimit else { return }
        func date(_ file: URL) -> Date {
            (try? file.resourceValues(forKeys: keys).contentModificationDate) ?? .distantPast
        }
        for file in files.sorted(by: { date($0) < date($1) }).prefix(files.count - fileLimit + 1) {
            try? FileManager.default.removeItem(at: file)
        }
    }
}
