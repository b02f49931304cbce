import CoreAudioTypes
import Foundation

/// An object that bears attachments; only sample buffers do here.
public typealias CMAttachmentBearer = CFTypeRef

/// Attaches an object, in the place of one with the same key; nil takes it away.
public func CMSetAttachment(
    _ target: CMAttachmentBearer, key: CFString, value: CFTypeRef?, attachmentMode: CMAttachmentMode
) {
    guard let buffer = target as? CMSampleBuffer else { return }
    buffer.attachmentTable[key as String] = value.map { ($0, attachmentMode) }
}

/// Returns an attachment.
///
/// - Parameter attachmentModeOut: Receives whether it propagates to objects made from its bearer.
public func CMGetAttachment(
    _ target: CMAttachmentBearer, key: CFString, attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> CFTypeRef? {
    guard let entry = (target as? CMSampleBuffer)?.attachmentTable[key as String] else { return nil }
    attachmentModeOut?.pointee = entry.mode
    return entry.value
}

/// Takes an attachment away.
public func CMRemoveAttachment(_ target: CMAttachmentBearer, key: CFString) {
    (target as? CMSampleBuffer)?.attachmentTable[key as String] = nil
}

/// Takes all attachments away.
public func CMRemoveAllAttachments(_ target: CMAttachmentBearer) {
    (target as? CMSampleBuffer)?.attachmentTable = [:]
}

/// Returns the attachments of one mode; nil if there are none.
public func CMCopyDictionaryOfAttachments(
    allocator: CFAllocator?, target: CMAttachmentBearer, attachmentMode: CMAttachmentMode
) -> CFDictionary? {
    guard let buffer = target as? CMSampleBuffer else { return nil }
    let found = NSMutableDictionary()
    for (key, entry) in buffer.attachmentTable where entry.mode == attachmentMode {
        found.setObject(entry.value, forKey: NSString(string: key))
    }
    return found.count == 0 ? nil : found
}

/// Attaches all objects of a dictionary.
public func CMSetAttachments(
    _ target: CMAttachmentBearer, attachments theAttachments: CFDictionary, attachmentMode: CMAttachmentMode
) {
    for (key, value) in theAttachments {
        guard let key = key as? NSString else { continue }
        CMSetAttachment(target, key: key, value: value as AnyObject, attachmentMode: attachmentMode)
    }
}

/// Copies the attachments that propagate from one object to another.
public func CMPropagateAttachments(_ source: CMAttachmentBearer, destination: CMAttachmentBearer) {
    guard let source = source as? CMSampleBuffer, let destination = destination as? CMSampleBuffer else { return }
    destination.attachmentTable.merge(
        source.attachmentTable.filter { $0.value.mode == kCMAttachmentMode_ShouldPropagate }
    ) { $1 }
}
