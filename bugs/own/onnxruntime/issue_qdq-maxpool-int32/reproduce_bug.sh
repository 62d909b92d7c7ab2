conda create -y -n issue_qdq-maxpool-int32 python=3.11
conda activate issue_qdq-maxpool-int32
pip install -r requirements.txt pytest
pytest -sx test_issue_qdq-maxpool-int32.py
