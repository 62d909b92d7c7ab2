conda create -y -n issue_litert-int8-map-fn python=3.11
conda activate issue_litert-int8-map-fn
pip install -r requirements.txt pytest
pytest -sx test_issue_litert-int8-map-fn.py
