@_exported import CCoreAudioTypes
