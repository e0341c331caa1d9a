"""Reports for people: an answer or an audit as one HTML or Word file, with pictures of the pages it rests on."""
