conda create -y -n issue_litert-int16-gru python=3.11
conda activate issue_litert-int16-gru
pip install -r requirements.txt pytest
pytest -sx test_issue_litert-int16-gru.py
