conda create -y -n issue_convtranspose-same-dynamic python=3.11
conda activate issue_convtranspose-same-dynamic
pip install -r requirements.txt pytest
pytest -sx test_issue_convtranspose-same-dynamic.py
