conda create -y -n issue_qdq-reshape-type python=3.11
conda activate issue_qdq-reshape-type
pip install -r requirements.txt pytest
pytest -sx test_issue_qdq-reshape-type.py
